public import FermataDomain
import Synchronization

/// An in-memory source of music that tests can change and make fail.
public final class FakeRemoteMusicRepository: RemoteMusicRepository {
    public struct State: Sendable {
        public var music: [RemoteMusic]
        public var batchSize = 3
        public var revision: String?
        /// Thrown in order, each by one fetch, after `sentBeforeFailure` records.
        public var failures: [SourceFailure] = []
        public var sentBeforeFailure = 0
        /// Whether fetches end as partial.
        public var isPartial = false
        /// Whether fetches count as ones that retry their own requests.
        public var retriesRequests = false
        public var fetchCount = 0
    }

    private let state: Mutex<State>

    public init(music: [RemoteMusic]) {
        state = Mutex(State(music: music))
    }

    public func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    public var fetchCount: Int { state.withLock { $0.fetchCount } }

    public func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch(retriesRequests: state.withLock { $0.retriesRequests }) { [self] send in
            let (now, failure) = state.withLock { state in
                state.fetchCount += 1
                return (state, state.failures.isEmpty ? nil : state.failures.removeFirst())
            }
            if failure == nil, let revision, revision == now.revision { return .unchanged }
            let records = RemoteRecord.records(of: now.music)
            let sent = failure == nil ? records : Array(records.prefix(now.sentBeforeFailure))
            for start in stride(from: 0, to: sent.count, by: now.batchSize) {
                try await send(RemoteBatch(records: Array(sent[start..<min(start + now.batchSize, sent.count)])))
            }
            if let failure { throw failure }
            return now.isPartial ? .partial : .complete(revision: now.revision)
        }
    }
}
