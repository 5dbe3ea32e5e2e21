import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing
import TestServer

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
            title: "Listen", description: "Loud", timestamp: Day("2026-12-24").map(DueDate.day),
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

@Suite("To-dos that two programs add concurrently")
struct SharedToDoTests {
    private static let items = (1...60).map { number in
        ToDoItem(
            title: "Item \(number)", location: Location(name: "Hall", coordinate: Coordinate(latitude: 1, longitude: 2))
        )
    }
    private let path: String

    init() throws {
        path = try TemporaryFolder().path("library.sqlite")
        _ = try SQLiteLibrary(path: path)
    }

    @Test("none is lost or doubled, and each number is unique")
    func addsEachOnce() async throws {
        let added = try await withThrowingTaskGroup(of: [ToDoAddition].self) { group in
            for part in 0..<4 {
                let toDos = try toDos()
                group.addTask {
                    var added: [ToDoAddition] = []
                    for number in 0..<50 {
                        added += try await toDos.add(titles: ["\(part) \(number)", "Same \(number)"])
                    }
                    return added
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let stored = try await toDos().all()
        #expect(Set(stored.map(\.item.title)) == Set(added.map(\.toDo.item.title)))
        #expect(stored.count == 250 && added.count { $0.kind == .added } == 250)
        #expect(Set(stored.map(\.number)).count == 250)
        #expect(added.allSatisfy { stored.contains($0.toDo) })
        for part in 0..<4 {
            let own = stored.map(\.item.title).filter { $0.hasPrefix("\(part) ") }
            #expect(own == (0..<50).map { "\(part) \($0)" })
        }
    }

    @Test("concurrent completions and moves take effect once")
    func completesAndMovesOnce() async throws {
        let toDos = [try toDos(), try toDos()]
        try await toDos[0].add(
            items: Self.items.map { item in
                var item = item
                item.location?.coordinate = nil
                return item
            })
        let kinds = try await withThrowingTaskGroup(of: [ToDoAddition.Kind].self) { group in
            for (index, toDos) in toDos.enumerated() {
                group.addTask {
                    var kinds: [ToDoAddition.Kind] = []
                    for (number, item) in Self.items.enumerated() {
                        kinds += try await toDos.add(item).map(\.kind)
                        try await toDos.setDone(index == 0, of: [number + 1])
                    }
                    return kinds
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(kinds.count { $0 == .enriched } == Self.items.count && kinds.count { $0 == .added } == 0)
        let stored = try await toDos[1].all()
        #expect(stored.sorted { $0.number < $1.number }.map(\.item) == Self.items)
        let counts = (try await toDos[0].count(.toDo), try await toDos[1].count(.done))
        #expect(counts.0 + counts.1 == Self.items.count)
    }

    private func toDos() throws -> SQLiteToDoRepository {
        SQLiteToDoRepository(library: try SQLiteLibrary(path: path, patience: .seconds(60)))
    }
}

@Suite(
    "To-dos on a disk that is full or read-only",
    .enabled("a disk that is soon full has to be mounted, which takes the rights of root") {
        await LimitedDisk.isPossible()
    })
struct ToDoDiskTests {
    private static let long = String(repeating: "la ", count: 1_000)

    @Test("a full disk rejects the complete change and keeps the list")
    func fullDiskRejectsChange() async throws {
        try await LimitedDisk.with(kibibytes: 4_096) { disk in
            let path = disk.path + "/library.sqlite"
            let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
            try await toDos.add(titles: (1...2_000).map(String.init))
            let before = try await toDos.all()
            let full = LibraryError.cannotWrite(path: path, .full)
            await #expect(throws: full) {
                try await toDos.add(
                    (1...3_000).map { ToDoEntry(item: ToDoItem(title: "\($0)", description: Self.long)) })
            }
            #expect(try await toDos.all() == before)
            try disk.fill()
            await #expect(throws: full) {
                while true { try await toDos.add(ToDoItem(title: UUID().uuidString, description: Self.long)) }
            }
            let stored = try await toDos.all()
            #expect(Array(stored.prefix(2_000)) == before)
            await #expect(throws: full) { try await toDos.remove(stored.map(\.number)) }
            await #expect(throws: full) { try await toDos.setDone(true, of: stored.map(\.number)) }
            #expect(try await toDos.all() == stored)
            try disk.removeFiller()
            try disk.remount("size=64m")
            let again = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
            #expect(try await again.all() == stored)
            let next = (stored.map(\.number).max() ?? 0) + 1
            #expect(try await again.add(titles: ["d"]).map(\.toDo.number) == [next])
        }
    }

    @Test("a read-only disk allows reading and rejects changes")
    func readOnlyDiskRejectsChange() async throws {
        try await LimitedDisk.with(kibibytes: 4_096) { disk in
            let path = disk.path + "/library.sqlite"
            let stored = try await fill(path)
            try disk.remount("ro")
            let toDos = SQLiteToDoRepository(library: try SQLiteLibrary(path: path))
            #expect(try await toDos.all() == stored)
            #expect(try await toDos.all(.done, allowing: .cleanOnly).isEmpty)
            #expect(try await toDos.count(.toDo) == 1)
            #expect(try await toDos.toDo(1, allowing: .all) == stored.last)
            let refused = LibraryError.cannotWrite(path: path, .readOnlyFolder)
            await #expect(throws: refused) { try await toDos.add(titles: ["c"]) }
            await #expect(throws: refused) { try await toDos.setDone(false, of: [1]) }
            await #expect(throws: refused) { try await toDos.remove([1]) }
            #expect(try await toDos.all() == stored)
        }
    }

    /// Copies a library to a path. No file is open there, so the disk can be made read-only.
    private func fill(_ path: String) async throws -> [ToDo] {
        let original = try TemporaryFolder().path("library.sqlite")
        let library = try SQLiteLibrary(path: original)
        let toDos = SQLiteToDoRepository(library: library)
        try await toDos.add(ToDoItem(title: "a", subject: .music(MusicID(7))), ToDoItem(title: "b"))
        try await toDos.setDone(true, of: [1])
        try checkpoint(original)
        try FileManager.default.copyItem(atPath: original, toPath: path)
        return try await toDos.all()
    }
}
