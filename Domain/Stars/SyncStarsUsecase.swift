/// Makes the bookmarks of the library and the stars of a source the same.
///
/// It works for the library, not for a listener: a hidden song's bookmark is a star as well.
public struct SyncStarsUsecase: Sendable {
    /// How often the stars are read if another program changes them meanwhile. That program verifies the changes, too.
    private static let attempts = 3
    private let stars: any StarRepository

    public init(stars: any StarRepository) {
        self.stars = stars
    }

    /// Delivers the waiting changes, reads the source's stars, and delivers what then waits.
    ///
    /// Returns how many bookmarks were added and removed. Throws `SourceFailure` and `SourceError.notFound`; changes that
    /// were not delivered then wait on.
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
