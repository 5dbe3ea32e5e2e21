/// The remote and local repositories of stars, and the outboxes of other changes.
public struct StarSources: Sendable {
    private let local: any StarRepository
    private let remote: @Sendable (Source) throws -> (any RemoteStarRepository)?
    private let outboxes: [Outbox]

    /// `remote` makes the repository of a source's stars; nil for a source without stars. `outboxes` are those of ratings
    /// and plays.
    public init(
        local: any StarRepository, remote: @escaping @Sendable (Source) throws -> (any RemoteStarRepository)?,
        outboxes: [Outbox]
    ) {
        (self.local, self.remote, self.outboxes) = (local, remote, outboxes)
    }

    /// Syncs the stars of a source whose songs were read, sends other changes, and adds the outcomes to the result.
    func sync(_ source: Source, retries: RetryPolicy, clock: any Clock<Duration>, into result: inout SyncResult)
        async throws
    {
        do {
            guard let remote = try remote(source) else { return }
            let summary = try await sync(source, remote, retries: retries, clock: clock)
            result.stars = summary
            if summary.added + summary.removed > 0 { result.result = .refreshed }
        } catch let failure as SourceFailure {
            result.starsFailure = failure
        } catch let error as SourceError where error.isInvalidDefinition {
            result.starsFailure = SourceFailure(.invalidSource(error), address: source.shownAddress)
        }
        var waiting = try await local.waiting()
        for outbox in outboxes {
            do {
                try await outbox.send(source)
            } catch is SourceFailure {
                // The changes stay in the outbox, which the result shows.
            } catch let error as SourceError where error.isInvalidDefinition {
            }
            waiting += try await outbox.waiting()
        }
        result.waiting = waiting.filter { $0.source == source.name }.reduce(0) { $0 + ($1.count ?? 0) }
    }

    private func sync(
        _ source: Source, _ remote: any RemoteStarRepository, retries: RetryPolicy, clock: any Clock<Duration>
    ) async throws -> SyncSummary {
        var attempt = 1
        while true {
            do {
                return try await StarSync(stars: local).run(source.name, remote)
            } catch let failure as SourceFailure {
                guard let pause = retries.pause(after: failure, attempt: attempt) else { throw failure }
                try await clock.sleep(for: pause)
                attempt += 1
            }
        }
    }
}

/// Synchronizes the bookmarks of the library with the stars of a source.
///
/// It ignores the listener's filter: bookmarks of hidden songs are synchronized, too.
package struct StarSync: Sendable {
    /// How often the stars are read if another program changes them meanwhile. That program verifies the changes, too.
    private static let attempts = 3
    private let stars: any StarRepository

    package init(stars: any StarRepository) {
        self.stars = stars
    }

    /// Delivers the waiting changes, reads the source's stars, and delivers the changes that then wait.
    ///
    /// Returns how many bookmarks were added and removed. Throws `SourceFailure`, `SourceError.notFound`,
    /// `LibraryError`, or `CancellationError` if the task was cancelled; undelivered changes then still wait.
    package func run(_ source: String, _ remote: any RemoteStarRepository) async throws -> SyncSummary {
        try await sendChanges(to: source, remote)
        let summary = try await read(source, remote)
        try await sendChanges(to: source, remote)
        return summary
    }

    private func sendChanges(to source: String, _ remote: any RemoteStarRepository) async throws {
        try await stars.sendChanges(to: source) { try await remote.setStar($0, of: $1) }
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
