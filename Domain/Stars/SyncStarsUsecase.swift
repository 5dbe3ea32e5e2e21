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
