import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestTraits
import Testing

@Suite("Concurrent readers of a library file")
struct SideBySideReadingTests {
    private let path: String
    private let time = TestTime()

    init() async throws {
        path = try TemporaryFolder().path("library.sqlite")
        let library = try SQLiteLibrary(path: path)
        try await LibrarySeed(SampleMusic.all).fill(
            music(library), SQLiteSourceRepository(library: library), time: time)
    }

    @Test("the requested number of readers runs concurrently", arguments: [false, true])
    func readersRunConcurrently(isNew: Bool) async throws {
        if isNew { try FileManager.default.removeItem(atPath: path) }
        let library = try SQLiteLibrary(path: path)
        try library.open(readers: 4)
        _ = try await SQLiteToDoRepository(library: library).add([ToDoEntry(item: ToDoItem(title: "Carols"))])
        let toDos = SQLiteToDoRepository(library: library)
        let readers = Readers()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...4 {
                group.addTask {
                    for try await _ in toDos.batches(of: ToDoQuery(), allowing: .all) { await readers.meet(4) }
                }
            }
            try await group.waitForAll()
        }
        #expect(await readers.met == 4)
    }

    @Test("a lock delays opening the readers to the first change")
    func opensReadersAfterLock() async throws {
        let library = try SQLiteLibrary(path: path, patience: .zero)
        let stranger = try ForeignProcess(path: path)
        do { try library.open(readers: 4) } catch LibraryError.busy {}
        #expect(try await music(library).all().count == SampleMusic.all.count)
        try stranger.end()
        _ = try await SQLiteToDoRepository(library: library).add([ToDoEntry(item: ToDoItem(title: "Carols"))])
        #expect(try await music(library).all().count == SampleMusic.all.count)
    }

    @Test("cancelling the task ends its read", .deadline, arguments: [false, true])
    func cancellationEndsRead(isPool: Bool) async throws {
        try change(
            path,
            """
            DROP TABLE todo;
            CREATE VIEW todo AS
                WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT 0 AS done FROM endless
            """)
        let probe = ConnectionProbe(path)
        let library = try SQLiteLibrary(path: path)
        if isPool { try library.open(readers: 4) }
        let reading = Task { try await SQLiteToDoRepository(library: library).count(.toDo) }
        try await waitUntil { probe.statements.contains { $0.contains("FROM todo") } }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        #expect(try await music(library).all().count == SampleMusic.all.count)
    }

    private func music(_ library: SQLiteLibrary) -> SQLiteMusicRepository {
        SQLiteMusicRepository(library: library, now: { [time] in time.now })
    }
}

/// Iterations that each wait until all others have started too.
private actor Readers {
    private(set) var met = 0

    /// Waits for the others for up to ten seconds; an iteration that times out does not count.
    func meet(_ all: Int) async {
        met += 1
        let deadline = ContinuousClock.now + .seconds(10)
        while met < all {
            guard ContinuousClock.now < deadline else { return met -= 1 }
            await Task.yield()
        }
    }
}
