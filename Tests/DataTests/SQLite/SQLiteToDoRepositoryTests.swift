import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

@Suite("To-dos in SQLite")
struct SQLiteToDoRepositoryTests {
    private let path: String
    private let toDos: SQLiteToDoRepository

    init() throws {
        path = try TemporaryFolder().path("library.sqlite")
        toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
    }

    @Test("items survive a restart in order, and numbers continue")
    func itemsSurviveRestart() async throws {
        try await toDos.add(items: SampleToDos.all)
        try await toDos.setDone(true, of: [5, 3])
        try await toDos.remove([SampleToDos.all.count])
        let stored = try await toDos.all()
        let again = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
        #expect(try await again.all() == stored)
        #expect(try await again.add(titles: ["next"]).map(\.toDo.number) == [SampleToDos.all.count + 1])
    }

    @Test("separates different items with equal fingerprints", arguments: [nil, 1.5], [nil, 1.5])
    func separatesEqualFingerprints(latitude: Double?, otherLatitude: Double?) async throws {
        let (item, other) = (gig("a", latitude), gig("b", otherLatitude))
        try await toDos.add(other, item)
        try change(path, "UPDATE todo SET fingerprint = (SELECT fingerprint FROM todo WHERE number = 2)")
        try await toDos.remove([2])
        #expect(try await toDos.add(item, item).map(\.kind) == [.added, .existing])
        #expect(try await toDos.all() == [ToDo(number: 1, item: other), ToDo(number: 3, item: item)])
    }

    @Test("stores the same fingerprint as earlier versions, by which equal items are found")
    func storesSameFingerprint() async throws {
        let full = ToDoItem(
            title: "Listen", description: "Loud", timestamp: Day("2026-12-24").map(Timestamp.day),
            location: Location(name: "Hall", address: "Street 1"), subject: .artist("Bj\u{F6}rk"))
        try await toDos.add(full, ToDoItem(title: "Listen"))
        let stored = try await DatabaseQueue(path: path).read {
            try Int64.fetchAll($0, sql: "SELECT fingerprint FROM todo ORDER BY number")
        }
        // The first 63 bits of SHA-256 over each text in NFD after its length.
        #expect(stored == [3_852_909_976_403_462_064, 6_022_705_495_543_087_180])
    }

    @Test("reads one state of the list during changes")
    func readsOneState() async throws {
        let titles = (1...1_200).map(String.init)
        try await toDos.add(titles: titles)
        let other = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
        var read: [String] = []
        for try await batch in toDos.batches(of: ToDoQuery(), allowing: .all) {
            if read.isEmpty {
                try await other.remove([1_200])
                try await other.setDone(true, of: [1, 1_100])
            }
            read += batch.map(\.item.title)
        }
        #expect(read == titles)
        #expect(try await toDos.count(.toDo) == 1_197)
    }

    @Test("has at most one batch in memory")
    func limitsBatchesInMemory() async throws {
        try await toDos.add(titles: (1...1_700).map(String.init))
        let query = ToDoQuery(window: Window(offset: 100))
        let sizes = try await toDos.batches(of: query, allowing: .notExplicit).collected().map(\.count)
        #expect(sizes == [500, 500, 500, 100])
    }

    @Test("reads rows that another program has partly damaged")
    func readsPartlyDamagedRows() async throws {
        _ = try SQLiteLibrary(path: path)
        try change(
            path,
            """
            INSERT INTO todo(done, position, fingerprint, title, description, day, moment, place, latitude, longitude)
                VALUES (0, 1, 1, 'a', '', '2023-02-29', NULL, 'Hall', 900000001, 0),
                    (7, 2, 1, 'b', '', NULL, 9223372036854775807, NULL, 1, 2),
                    (0, 2, 1, 'c', '', '', NULL, 'Hall', 1, NULL)
            """)
        #expect(
            try await toDos.all() == [
                ToDo(number: 1, item: ToDoItem(title: "a", location: Location(name: "Hall"))),
                ToDo(number: 3, item: ToDoItem(title: "c", location: Location(name: "Hall"))),
                ToDo(number: 2, item: ToDoItem(title: "b"), isDone: true),
            ])
    }

    private func gig(_ title: String, _ latitude: Double?) -> ToDoItem {
        let coordinate = latitude.flatMap { Coordinate(latitude: $0, longitude: 2) }
        return ToDoItem(title: title, location: Location(name: "Hall", coordinate: coordinate))
    }
}
