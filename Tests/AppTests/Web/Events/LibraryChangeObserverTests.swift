import FermataDomain
import Synchronization
import Testing
import fermata

@Suite("BlockingIO for a library that another program lets nobody read")
struct LibraryChangeObserverTests {
    private static let busy = LibraryError.busy(path: "library.sqlite")
    private static let damaged = LibraryError.damaged(path: "library.sqlite")

    @Test("goes on once it can be read, and costs one look where it can be at once", arguments: [0, 1, 5])
    func passing(misses: Int) async throws {
        let watch = WatchStub(Array(repeating: Self.busy, count: misses))
        try await watch.waitUntilFree(clock: SleeplessClock())
        #expect(watch.looks == misses + 1)
    }

    @Test("ends after a while, and at once where waiting does not help")
    func failing() async throws {
        let watch = WatchStub(Array(repeating: Self.busy, count: 100))
        await #expect(throws: Self.busy) { try await watch.waitUntilFree(clock: SleeplessClock()) }
        #expect(watch.looks == 6)
        let other = WatchStub([Self.busy, Self.damaged, Self.busy])
        await #expect(throws: Self.damaged) { try await other.waitUntilFree(clock: SleeplessClock()) }
        #expect(other.looks == 2)
    }
}

/// A watch that fails so before it tells a version.
private final class WatchStub: LibraryChangeObserver {
    private let state: Mutex<(errors: [LibraryError], looks: Int)>
    var looks: Int { state.withLock { $0.looks } }

    init(_ errors: [LibraryError]) {
        state = Mutex((errors, 0))
    }

    func version() throws -> Int {
        try state.withLock { state in
            state.looks += 1
            guard state.errors.isEmpty else { throw state.errors.removeFirst() }
            return 1
        }
    }

    func versions() -> AsyncThrowingStream<Int, any Error> { AsyncThrowingStream { $0.finish() } }
}

/// A clock on which no time passes.
private struct SleeplessClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
