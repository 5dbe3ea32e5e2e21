import FermataContracts
import FermataDomain
import Testing

@Suite("Sending plays to sources that count them")
struct ScrobbleSenderTests {
    private let failure = SourceFailure(.connectionRefused, address: "")
    private let scrobbles = InMemoryScrobbleRepository([("home", "a"), ("away", "b"), ("home", "c")])
    private var sender: ScrobbleSender { ScrobbleSender(scrobbles: scrobbles) }

    @Test("sends the plays of one source in their order, and removes them")
    func sendsInOrder() async throws {
        let remote = FakeRemoteScrobbleRepository()
        try await sender.send(to: "home", through: remote)
        #expect(remote.received.map(\.key) == ["a", "c"])
        #expect(scrobbles.keys == ["b"])
    }

    @Test("a play that fails is the next one to be sent")
    func repeatsFailedPlay() async throws {
        let remote = FakeRemoteScrobbleRepository { scrobble in
            if scrobble.key == "c" { throw SourceFailure(.connectionRefused, address: "") }
        }
        await #expect(throws: failure) { try await sender.send(to: "home", through: remote) }
        #expect(scrobbles.keys == ["b", "c"])
        let next = FakeRemoteScrobbleRepository()
        try await sender.send(to: "home", through: next)
        #expect(next.received.map(\.key) == ["c"])
    }

    @Test("a play that the source has received is removed, even in a cancelled task")
    func removesReceivedPlay() async throws {
        let remote = FakeRemoteScrobbleRepository { _ in withUnsafeCurrentTask { $0?.cancel() } }
        let sender = ScrobbleSender(scrobbles: StoredScrobbles(stored: scrobbles))
        let task = Task { try await sender.send(to: "home", through: remote) }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(remote.received.map(\.key) == ["a"])
        #expect(scrobbles.keys == ["b", "c"])
    }

    @Test("a play whose request is cancelled is sent again")
    func releasesCancelledPlay() async throws {
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let remote = FakeRemoteScrobbleRepository { _ in
            continuation.finish()
            try await Task.sleep(for: .seconds(3_600))
        }
        let task = Task { [sender] in try await sender.send(to: "home", through: remote) }
        for await _ in started {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await scrobbles.claimNext(of: "home")?.key == "a")
    }

    @Test("a request that fails is the reported error, even if the library is locked")
    func reportsFailedRequestOfLockedLibrary() async throws {
        let library = StoredScrobbles(stored: scrobbles, releaseError: .busy(path: ""))
        let remote = FakeRemoteScrobbleRepository { _ in throw SourceFailure(.connectionRefused, address: "") }
        await #expect(throws: failure) {
            try await ScrobbleSender(scrobbles: library).send(to: "home", through: remote)
        }
    }

    @Test("reports a damaged library instead of a failed request")
    func reportsDamagedLibrary() async throws {
        let library = StoredScrobbles(stored: scrobbles, releaseError: .damaged(path: ""))
        let remote = FakeRemoteScrobbleRepository { _ in throw SourceFailure(.connectionRefused, address: "") }
        await #expect(throws: LibraryError.damaged(path: "")) {
            try await ScrobbleSender(scrobbles: library).send(to: "home", through: remote)
        }
    }
}

/// Throws in a cancelled task, as a library on disk does. `release` throws `releaseError`.
private struct StoredScrobbles: ScrobbleRepository {
    let stored: InMemoryScrobbleRepository
    var releaseError: LibraryError?

    func waiting() async throws -> [WaitingChanges] {
        try Task.checkCancellation()
        return try await stored.waiting()
    }

    func claimNext(of source: String) async throws -> Scrobble? {
        try Task.checkCancellation()
        return try await stored.claimNext(of: source)
    }

    func remove(_ scrobble: Scrobble) async throws {
        try Task.checkCancellation()
        try await stored.remove(scrobble)
    }

    func release(_ scrobble: Scrobble) async throws {
        try Task.checkCancellation()
        if let releaseError { throw releaseError }
        try await stored.release(scrobble)
    }
}
