import FermataDomain
import Synchronization
import TestTraits
import Testing
import FermataApp

@Suite("Waiting for a locked library")
struct LibraryChangeObserverTests {
    private static let busy = LibraryError.busy(path: "library.sqlite")
    private static let damaged = LibraryError.damaged(path: "library.sqlite")

    @Test("returns as soon as the library is readable, at once if it is", arguments: [0, 1, 5])
    func waitsUntilReadable(misses: Int) async throws {
        let observer = ObserverStub(Array(repeating: Self.busy, count: misses))
        try await observer.waitUntilFree(clock: SleeplessClock())
        #expect(observer.reads == misses + 1)
    }

    @Test("throws after a while if it is locked, and at once if it is damaged")
    func throwsWhenWaitingDoesNotHelp() async throws {
        let observer = ObserverStub(Array(repeating: Self.busy, count: 100))
        await #expect(throws: Self.busy) { try await observer.waitUntilFree(clock: SleeplessClock()) }
        #expect(observer.reads == 6)
        let other = ObserverStub([Self.busy, Self.damaged, Self.busy])
        await #expect(throws: Self.damaged) { try await other.waitUntilFree(clock: SleeplessClock()) }
        #expect(other.reads == 2)
    }
}

/// An observer that throws these errors before it returns a version.
private final class ObserverStub: LibraryChangeObserver {
    private let state: Mutex<(errors: [LibraryError], reads: Int)>
    var reads: Int { state.withLock { $0.reads } }

    init(_ errors: [LibraryError]) {
        state = Mutex((errors, 0))
    }

    func version() throws -> Int {
        try state.withLock { state in
            state.reads += 1
            guard state.errors.isEmpty else { throw state.errors.removeFirst() }
            return 1
        }
    }

    func versions() -> AsyncThrowingStream<Int, any Error> { AsyncThrowingStream { $0.finish() } }
}
