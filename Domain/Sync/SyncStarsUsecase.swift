/// Synchronizes the bookmarks of the library with the stars of a source.
///
/// It ignores the listener's filter: bookmarks of hidden songs are synchronized, too.
public struct SyncStarsUsecase: Sendable {
    /// How often the stars are read if another program changes them meanwhile. That program verifies the changes, too.
    private static let attempts = 3
    private let stars: any StarRepository

    public init(stars: any StarRepository) {
        self.stars = stars
    }

    /// Delivers the waiting changes, reads the source's stars, and delivers the changes that then wait.
    ///
    /// Returns how many bookmarks were added and removed. Throws `SourceFailure`, `SourceError.notFound`,
    /// `LibraryError`, or `CancellationError` if the task was cancelled; undelivered changes then still wait.
    public func execute(_ source: String, _ remote: any RemoteStarRepository) async throws -> SyncSummary {
        let sender = StarSender(stars: stars)
        try await sender.send(to: source, through: remote)
        let summary = try await read(source, remote)
        try await sender.send(to: source, through: remote)
        return summary
    }

    private func read(_ source: String, _ remote: any RemoteStarRepository) async throws -> SyncSummary {
        for _ in 1...Self.attempts {
            let revision = try await stars.revision(of: source)
            let keys = try await remote.starredKeys()
            if let summary = try await stars.apply(keys, of: source, at: revision) { return summary }
        }
        return SyncSummary()
    }
}

/// Sends the waiting changes of one source, in their order.
struct StarSender: Sendable {
    /// The number of changes in memory at a time.
    private static let batchSize = 500
    let stars: any StarRepository

    /// Throws `SourceFailure`, `SourceError.notFound`, `LibraryError`, or `CancellationError` if the task was
    /// cancelled; changes that were not accepted then still wait.
    func send(to source: String, through remote: any RemoteStarRepository) async throws {
        var last: StarChange?
        while true {
            let changes = try await stars.beginDelivery(to: source, after: last, limit: Self.batchSize)
            if changes.isEmpty { return }
            try await send(changes, to: source, through: remote)
            last = changes.last
        }
    }

    private func send(
        _ changes: [StarChange], to source: String, through remote: any RemoteStarRepository
    ) async throws {
        var delivery = StarDelivery()
        var rest = changes[...]
        do {
            while let first = rest.first {
                let run = rest.prefix { $0.isStarred == first.isStarred }
                let missing = try await remote.setStar(first.isStarred, of: run.map(\.key))
                delivery.missing.formUnion(missing)
                delivery.delivered += run
                rest = rest.dropFirst(run.count)
            }
        } catch {
            delivery.failed = Array(rest)
            do {
                try await end(delivery, to: source)
            } catch LibraryError.busy {
                // The changes still wait, unless later ones were verified. The request's error is thrown.
            }
            throw error
        }
        try await end(delivery, to: source)
    }

    /// Stores the outcome even if the task was cancelled: the source may have received the changes.
    private func end(_ delivery: StarDelivery, to source: String) async throws {
        try await Task { [stars] in try await stars.endDelivery(delivery, to: source) }.value
    }
}
