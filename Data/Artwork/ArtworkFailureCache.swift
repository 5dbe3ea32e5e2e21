import FermataDomain
import Foundation

/// Remembers recent failures, so that a failed picture is not requested again for some time.
struct ArtworkFailureCache {
    private static let limit = 1_000
    /// The number of consecutive connection failures after which a host's pictures are no longer requested.
    private static let hostFailureLimit = 6
    private let pause: TimeInterval
    private var pictures: [String: (failure: SourceFailure, time: Date)] = [:]
    private var hosts: [String: (count: Int, failure: SourceFailure, time: Date)] = [:]

    /// Creates a cache that returns a failure for `pause` seconds.
    init(pause: TimeInterval) {
        self.pause = pause
    }

    /// Returns the remembered failure of a picture or its host; nil if the picture may be requested.
    func failure(of key: ArtworkCacheKey, at now: Date) -> SourceFailure? {
        if let picture = pictures[key.picture], now.timeIntervalSince(picture.time) < pause { return picture.failure }
        guard let host = hosts[key.host], host.count >= Self.hostFailureLimit,
            now.timeIntervalSince(host.time) < pause
        else { return nil }
        return host.failure
    }

    /// Remembers a failure. Evicts everything when full.
    mutating func remember(_ failure: SourceFailure, of key: ArtworkCacheKey, at now: Date) {
        if pictures.count >= Self.limit { pictures.removeAll() }
        pictures[key.picture] = (failure, now)
        guard failure.kind == .unreachable, !failure.cause.hasResponse else { return forgetHost(of: key) }
        if hosts.count >= Self.limit { hosts.removeAll() }
        hosts[key.host] = ((hosts[key.host]?.count ?? 0) + 1, failure, now)
    }

    /// Forgets the failures of a downloaded picture and its host.
    mutating func forget(_ key: ArtworkCacheKey) {
        pictures[key.picture] = nil
        forgetHost(of: key)
    }

    /// Forgets a host's failures, because any response shows that it is reachable.
    private mutating func forgetHost(of key: ArtworkCacheKey) { hosts[key.host] = nil }
}
