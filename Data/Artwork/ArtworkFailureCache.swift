internal import FermataDomain
internal import Foundation

/// What could not be fetched lately, and is left alone for a while.
struct ArtworkFailureCache {
    private static let limit = 1_000
    /// So many pictures in a row that a host could not be reached for, and it is left alone with all of them.
    private static let patience = 6
    private let pause: TimeInterval
    private var pictures: [String: (failure: SourceFailure, time: Date)] = [:]
    private var hosts: [String: (count: Int, failure: SourceFailure, time: Date)] = [:]

    /// A failure is told again for `pause` seconds.
    init(pause: TimeInterval) {
        self.pause = pause
    }

    /// Why a picture is not to be fetched now; nil where it may be.
    func failure(of key: ArtworkCacheKey, at now: Date) -> SourceFailure? {
        if let known = pictures[key.picture], now.timeIntervalSince(known.time) < pause { return known.failure }
        guard let host = hosts[key.host], host.count >= Self.patience, now.timeIntervalSince(host.time) < pause else {
            return nil
        }
        return host.failure
    }

    mutating func note(_ failure: SourceFailure, of key: ArtworkCacheKey, at now: Date) {
        if pictures.count >= Self.limit { pictures.removeAll() }
        pictures[key.picture] = (failure, now)
        guard failure.kind == .unreachable else { return forgetHost(of: key) }
        if hosts.count >= Self.limit { hosts.removeAll() }
        hosts[key.host] = ((hosts[key.host]?.count ?? 0) + 1, failure, now)
    }

    /// Notes that a picture was fetched.
    mutating func forget(_ key: ArtworkCacheKey) {
        pictures[key.picture] = nil
        forgetHost(of: key)
    }

    /// Whoever answers can be reached, whatever the answer.
    private mutating func forgetHost(of key: ArtworkCacheKey) { hosts[key.host] = nil }
}
