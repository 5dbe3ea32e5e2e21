public import FermataDomain
public import Foundation
import Synchronization

/// Stores pending plays in memory.
public final class InMemoryScrobbleRepository: ScrobbleRepository {
    private struct Waiting {
        let source: String
        let scrobble: Scrobble
        var claimed: Date?
    }

    private let waits: Mutex<[Waiting]>
    private let now: @Sendable () -> Date

    /// `plays` are the source and key of each played song, in order, one second apart.
    public init(_ plays: [(source: String, key: String)], now: @escaping @Sendable () -> Date = { Date() }) {
        let start = TestTime().now
        let waits = plays.enumerated().map { number, play in
            let scrobble = Scrobble(number: number + 1, key: play.key, started: start + TimeInterval(number))
            return Waiting(source: play.source, scrobble: scrobble)
        }
        self.waits = Mutex(waits)
        self.now = now
    }

    /// The keys of the pending plays, in order.
    public var keys: [String] { waits.withLock { $0.map(\.scrobble.key) } }

    public func waiting() async throws -> [WaitingChanges] {
        waits.withLock { waits in
            var sources: [String] = []
            for source in waits.map(\.source) where !sources.contains(source) { sources.append(source) }
            return sources.map { source in
                WaitingChanges(source: source, count: waits.count { $0.source == source })
            }
        }
    }

    public func claimNext(of source: String) async throws -> Scrobble? {
        waits.withLock { waits in
            let next = waits.firstIndex {
                $0.source == source && !($0.claimed.map { abs($0.timeIntervalSince(now())) <= 300 } ?? false)
            }
            guard let next else { return nil }
            waits[next].claimed = now()
            return waits[next].scrobble
        }
    }

    public func remove(_ scrobble: Scrobble) async throws {
        waits.withLock { $0.removeAll { $0.scrobble.number == scrobble.number } }
    }

    public func release(_ scrobble: Scrobble) async throws {
        waits.withLock { waits in
            for index in waits.indices where waits[index].scrobble.number == scrobble.number {
                waits[index].claimed = nil
            }
        }
    }
}
