public import FermataDomain
import Synchronization

/// A source that records the plays it receives.
public final class FakeRemoteScrobbleRepository: RemoteScrobbleRepository {
    private let scrobbles = Mutex<[Scrobble]>([])
    private let send: @Sendable (Scrobble) async throws -> Void

    /// `send` runs before a play is recorded, and may throw instead.
    public init(send: @escaping @Sendable (Scrobble) async throws -> Void = { _ in }) {
        self.send = send
    }

    public var received: [Scrobble] { scrobbles.withLock(\.self) }

    public func send(_ scrobble: Scrobble) async throws {
        try await send(scrobble)
        scrobbles.withLock { $0.append(scrobble) }
    }
}
