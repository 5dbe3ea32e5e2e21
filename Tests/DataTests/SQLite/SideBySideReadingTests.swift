import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
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
                group.addTask { try await toDos.read(ToDoQuery(), allowing: .all) { _ in readers.meet(4) } }
            }
            try await group.waitForAll()
        }
        #expect(readers.met == 4)
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
        let library = try SQLiteLibrary(path: path)
        if isPool { try library.open(readers: 4) }
        let reading = Task { try await library.readEndlessly() }
        try await Task.sleep(for: .milliseconds(100))
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        #expect(try await music(library).all().count == SampleMusic.all.count)
    }

    private func music(_ library: SQLiteLibrary) -> SQLiteMusicRepository {
        SQLiteMusicRepository(library: library, now: { [time] in time.now })
    }
}

/// Those who read, each until all the others read too.
private final class Readers: Sendable {
    private let count = Mutex(0)
    var met: Int { count.withLock { $0 } }

    /// Waits for others, a minute at the most; who gives up does not count.
    func meet(_ all: Int) {
        count.withLock { $0 += 1 }
        let deadline = ContinuousClock.now + .seconds(60)
        while met < all {
            guard ContinuousClock.now < deadline else { return count.withLock { $0 -= 1 } }
            Thread.sleep(forTimeInterval: 0.001)
        }
    }
}
