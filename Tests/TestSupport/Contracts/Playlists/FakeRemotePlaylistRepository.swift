public import FermataDomain
import Synchronization

/// An in-memory source of playlists that tests can change and make fail.
public final class FakeRemotePlaylistRepository: RemotePlaylistRepository {
    public struct State: Sendable {
        public var playlists: [RemotePlaylist]
        /// Sent after the playlists.
        public var rejected: [RejectedRecord] = []
        public var batchSize = 2
        public var revision: String?
        /// Thrown in order, each by one fetch, before any batch.
        public var failures: [SourceFailure] = []
        public var fetchCount = 0
    }

    private let state: Mutex<State>

    public init(_ playlists: [RemotePlaylist] = []) {
        state = Mutex(State(playlists: playlists))
    }

    public func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    public var fetchCount: Int { state.withLock { $0.fetchCount } }

    public func playlistBatches(since revision: String?) -> RemoteFetch<RemotePlaylistBatch> {
        RemoteFetch { [self] send in
            let (now, failure) = state.withLock { state in
                state.fetchCount += 1
                return (state, state.failures.isEmpty ? nil : state.failures.removeFirst())
            }
            if let failure { throw failure }
            if let revision, revision == now.revision { return .unchanged }
            for start in stride(from: 0, to: now.playlists.count, by: now.batchSize) {
                let end = min(start + now.batchSize, now.playlists.count)
                try await send(RemotePlaylistBatch(playlists: Array(now.playlists[start..<end])))
            }
            if !now.rejected.isEmpty { try await send(RemotePlaylistBatch(playlists: [], rejected: now.rejected)) }
            return .complete(revision: now.revision)
        }
    }
}
