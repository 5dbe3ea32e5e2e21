public import FermataDomain
import Synchronization

/// Stores pending star changes of sources, and records their deliveries.
///
/// `beginDelivery` and `endDelivery` throw `CancellationError` in a cancelled task, as a library on disk does.
public final class StarRepositoryStub: StarRepository {
    private struct State {
        var waiting: [String: [StarChange]]
        var deliveries: [StarDelivery] = []
        var revision = 0
        var applied: [Set<String>] = []
        var conflictCount: Int
    }

    private let state: Mutex<State>
    private let endError: (any Error)?

    /// `keys` are the changed songs by source; `-` unstars. The first `conflictCount` calls of `apply` return nil.
    /// `endDelivery` throws `endError`.
    public init(_ keys: [String: [String]] = [:], conflictCount: Int = 0, endError: (any Error)? = nil) {
        self.endError = endError
        let waiting = keys.mapValues { keys in keys.enumerated().map { Self.change($1, number: $0) } }
        state = Mutex(State(waiting: waiting, conflictCount: conflictCount))
    }

    /// Adds the change of a song, as if a listener starred it.
    public func add(_ key: String, to source: String) {
        state.withLock { state in
            let number = (state.waiting[source]?.last?.number ?? -1) + 1
            state.waiting[source, default: []].append(Self.change(key, number: number))
        }
    }

    private static func change(_ key: String, number: Int) -> StarChange {
        StarChange(record: MusicID(UInt64(number)), key: key, !key.hasPrefix("-"), number: number)
    }

    public var deliveries: [StarDelivery] { state.withLock(\.deliveries) }
    /// The keys that were applied, in the order of reads.
    public var applied: [Set<String>] { state.withLock(\.applied) }

    public func waiting() async throws -> [WaitingChanges] {
        state.withLock { state in
            state.waiting.filter { !$0.value.isEmpty }.map { WaitingChanges(source: $0.key, count: $0.value.count) }
                .sorted { $0.source < $1.source }
        }
    }

    public func beginDelivery(to source: String, after last: StarChange?, limit: Int) async throws -> [StarChange] {
        try Task.checkCancellation()
        return state.withLock { state in
            Array(state.waiting[source, default: []].filter { $0.number > last?.number ?? -1 }.prefix(limit))
        }
    }

    public func endDelivery(_ delivery: StarDelivery, to source: String) async throws {
        try Task.checkCancellation()
        if let endError { throw endError }
        state.withLock { state in
            state.deliveries.append(delivery)
            state.waiting[source]?.removeAll(where: delivery.delivered.contains)
        }
    }

    public func revision(of source: String) async throws -> Int { state.withLock(\.revision) }

    public func apply(_ keys: Set<String>, of source: String, at revision: Int) async throws -> SyncSummary? {
        state.withLock { state in
            if state.conflictCount > 0 {
                state.conflictCount -= 1
                return nil
            }
            state.applied.append(keys)
            var summary = SyncSummary()
            summary.added = keys.count
            return summary
        }
    }
}
