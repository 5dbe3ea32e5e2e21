import FermataContracts
import FermataDomain
import Foundation
import Synchronization
import TestTraits
import Testing

@Suite("Watching sources", .timeLimit(.minutes(3)))
struct WatchSourcesUsecaseTests {
    private let sources = InMemoryMusicRepository(now: { Date(timeIntervalSince1970: 0) })
    private let library = LibraryChangeObserverStub()
    private let observer = ObserverStub()

    @Test("reports a changed source after its changes, also one that is added later")
    func reportsChangedSources() async throws {
        try await add("disk")
        library.send(1)
        var events = watch().execute().makeAsyncIterator()
        #expect(try await events.next() == .changed("disk"))
        try await add("tape")
        library.send(2)
        #expect(try await events.next() == .changed("tape"))
        observer.send(.content, to: "disk")
        #expect(try await events.next() == .changed("disk"))
        observer.send(.limitReached, to: "tape")
        #expect(try await events.next() == .limitReached("tape"))
    }

    @Test("stops watching a source that is removed, and watches one with a new address anew")
    func followsSources() async throws {
        for name in ["disk", "tape"] { try await add(name) }
        library.send(1)
        var events = watch().execute().makeAsyncIterator()
        var names: Set<WatchSourcesUsecase.Event> = []
        for _ in 1...2 { if let event = try await events.next() { names.insert(event) } }
        #expect(names == [.changed("disk"), .changed("tape")])
        try await waitUntil { observer.watched == ["/disk", "/tape"] }
        try await sources.remove(named: "disk", keepingBookmarked: false)
        var moved = try #require(try await sources.sources().first)
        moved.address = "/elsewhere"
        try await sources.update("tape", to: moved)
        library.send(2)
        #expect(try await events.next() == .changed("tape"))
        // A cancelled watch ends only when its task next runs.
        try await waitUntil { observer.watched == ["/elsewhere"] }
    }

    @Test("ends with the error of the library")
    func throwsLibraryError() async throws {
        library.fail(LibraryError.busy(path: "a.db"))
        await #expect(throws: LibraryError.busy(path: "a.db")) {
            for try await _ in watch().execute() {}
        }
    }

    @Test("ends when the library's versions end")
    func endsWithVersions() async throws {
        library.end()
        for try await _ in watch().execute() {}
    }

    private func watch() -> WatchSourcesUsecase {
        WatchSourcesUsecase(sources: sources, library: library, observer: observer, clock: ImmediateClock())
    }

    private func add(_ name: String) async throws {
        try await sources.add(
            Source(name: name, kind: "folder", address: "/\(name)", added: Date(timeIntervalSince1970: 0)))
    }
}

/// Emits a change for each source at the start, then the changes that a test sends.
private final class ObserverStub: SourceChangeObserver {
    private let watches = Mutex<[String: (name: String, changes: AsyncStream<SourceChange>.Continuation)]>([:])
    /// The addresses of the sources that are watched.
    var watched: Set<String> { watches.withLock { Set($0.keys) } }

    func changes(of source: Source) -> AsyncStream<SourceChange>? {
        AsyncStream { continuation in
            watches.withLock { $0[source.address] = (source.name, continuation) }
            continuation.onTermination = { [self] _ in
                watches.withLock { _ = $0.removeValue(forKey: source.address) }
            }
            continuation.yield(.content)
        }
    }

    func send(_ change: SourceChange, to name: String) {
        let changes = watches.withLock { $0.values.filter { $0.name == name }.map(\.changes) }
        for continuation in changes { continuation.yield(change) }
    }
}

/// A clock whose sleeps return at once.
private struct ImmediateClock: Clock {
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        await Task.yield()
    }
}
