import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import GRDBSQLite
import Testing
import TestTraits

@Suite("Concurrent readers of a library file")
struct ConcurrentReadingTests {
    private let path: String
    private let time = TestTime()

    init() async throws {
        path = try await TestLibrary(SampleMusic.all).path
    }

    @Test("the requested number of readers runs concurrently", arguments: [false, true])
    func readersRunConcurrently(isNew: Bool) async throws {
        if isNew { try FileManager.default.removeItem(atPath: path) }
        let library = try SQLiteLibrary(path: path)
        try library.open(readers: 4)
        #expect(try await concurrentReaders(of: library) == 4)
    }

    @Test("readers run concurrently even if the file was locked when they were opened")
    func readersRunConcurrentlyAfterLock() async throws {
        let library = try SQLiteLibrary(path: path, patience: .zero)
        let other = try OpenTransaction(path: path)
        do { try library.open(readers: 4) } catch LibraryError.busy {}
        #expect(try await music(library).all().count == SampleMusic.all.count)
        try other.end()
        #expect(try await concurrentReaders(of: library) == 4)
        #expect(try await music(library).all().count == SampleMusic.all.count)
    }

    @Test("reads continue while the first change waits for another program")
    func readsContinueDuringFirstChange() async throws {
        let library = try SQLiteLibrary(path: path, patience: .seconds(60))
        let (probe, other) = (ConnectionProbe(path), try OpenTransaction(path: path))
        let adding = Task { try await SQLiteToDoRepository(library: library).add(titles: ["Carols"]) }
        // The change opens a connection, which waits for the transaction.
        try await waitUntil { probe.statements.contains { $0.hasPrefix("PRAGMA journal_mode") } }
        #expect(try await music(library).all().count == SampleMusic.all.count)
        try other.end()
        _ = try await adding.value
        #expect(try await SQLiteToDoRepository(library: library).count(.toDo) == 1)
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

    @Test("a complete list has batches of 500, and its reader is at most two of them ahead")
    func listWaitsForConsumer() async throws {
        let toDos = try await manyToDos(in: try SQLiteLibrary(path: path))
        var sizes: [Int] = []
        for try await batch in toDos.batches(of: ToDoQuery(), allowing: .all) {
            if sizes.isEmpty {
                // The state that the list is read from cannot be moved out of the log.
                try change(path, "UPDATE source SET rejected = 7")
                #expect(try !isLogMoved())
            }
            sizes.append(batch.count)
        }
        #expect(sizes == [500, 500, 1])
    }

    @Test("a list that is not read to its end releases its reader", .deadline)
    func unfinishedListReleasesReader() async throws {
        let library = try SQLiteLibrary(path: path)
        try library.open(readers: 1)
        let toDos = try await manyToDos(in: library)
        for try await _ in toDos.batches(of: ToDoQuery(), allowing: .all) { break }
        #expect(try await toDos.count(.toDo) == 1_001)
    }

    private func manyToDos(in library: SQLiteLibrary) async throws -> SQLiteToDoRepository {
        let toDos = SQLiteToDoRepository(library: library)
        try await toDos.add(titles: (1...1_001).map { "Carol \($0)" })
        return toDos
    }

    /// Moves the log into the file, and returns whether all of it was moved.
    private func isLogMoved() throws -> Bool {
        let queue = try DatabaseQueue(path: path, configuration: .patient)
        let log = try queue.writeWithoutTransaction { try $0.checkpoint(.passive) }
        try queue.close()
        return log.walFrameCount == log.checkpointedFrameCount
    }

    /// Adds a to-do, and returns how many of four readers read it at the same time.
    private func concurrentReaders(of library: SQLiteLibrary) async throws -> Int {
        let toDos = SQLiteToDoRepository(library: library)
        _ = try await toDos.add([ToDoEntry(item: ToDoItem(title: "Carols"))])
        let barrier = ReaderBarrier()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...4 {
                group.addTask {
                    for try await _ in toDos.batches(of: ToDoQuery(), allowing: .all) { await barrier.wait(for: 4) }
                }
            }
            try await group.waitForAll()
        }
        return await barrier.count
    }

    private func music(_ library: SQLiteLibrary) -> SQLiteMusicRepository {
        SQLiteMusicRepository(library: library, now: { [time] in time.now })
    }
}

/// Makes concurrent reads wait for each other.
private actor ReaderBarrier {
    private(set) var count = 0

    /// Waits for all readers for up to a minute. A reader that times out does not count.
    func wait(for all: Int) async {
        count += 1
        let deadline = ContinuousClock.now + .seconds(60)
        while count < all {
            guard ContinuousClock.now < deadline else { return count -= 1 }
            await Task.yield()
        }
    }
}

@Suite("Cancelling a read")
struct ReadCancellationTests {
    private static let long = """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 100000) SELECT max(n) FROM numbers
        """
    private static let endless = long.replacing("LIMIT 100000", with: "")

    @Test("ends a statement that begins after the cancellation", .deadline)
    func endsBeginningStatement() throws {
        let cancellation = ReadCancellation()
        cancellation.cancel()
        let result = try DatabaseQueue().inDatabase { db in
            cancellation.run(on: db.sqliteConnection) { sqlite3_exec(db.sqliteConnection, Self.endless, nil, nil, nil) }
        }
        #expect(result == SQLITE_INTERRUPT)
    }

    @Test("ends no statement without a cancellation, and none of a later read", arguments: [false, true])
    func endsNoOther(isCancelledLater: Bool) throws {
        let cancellation = ReadCancellation()
        let results = try DatabaseQueue().inDatabase { db in
            let first = cancellation.run(on: db.sqliteConnection) {
                sqlite3_exec(db.sqliteConnection, Self.long, nil, nil, nil)
            }
            if isCancelledLater { cancellation.cancel() }
            return [first, sqlite3_exec(db.sqliteConnection, Self.long, nil, nil, nil)]
        }
        #expect(results == [SQLITE_OK, SQLITE_OK])
    }
}
