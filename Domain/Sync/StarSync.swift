/// The remote and local repositories of stars, and the outboxes of other changes.
public struct StarSources: Sendable {
    private let local: any StarRepository
    private let remote: @Sendable (Source) throws -> (any RemoteStarRepository)?
    private let outboxes: [Outbox]
    private let readSubjects: @Sendable (Source) async throws -> SyncSummary

    /// `remote` makes the repository of a source's stars; nil for a source without stars. `outboxes` are those of ratings
    /// and plays. `subjects` are the local and remote repositories of albums and artists; without them, none are read.
    public init(
        local: any StarRepository, remote: @escaping @Sendable (Source) throws -> (any RemoteStarRepository)?,
        outboxes: [Outbox],
        subjects: (
            local: any SubjectChangeRepository, remote: @Sendable (Source) throws -> (any RemoteSubjectRepository)?
        )? = nil
    ) {
        (self.local, self.remote, self.outboxes) = (local, remote, outboxes)
        readSubjects = { source in
            guard let subjects, let remote = try subjects.remote(source) else { return SyncSummary() }
            return try await subjects.local.readStars(of: source.name, remote)
        }
    }

    /// Syncs the stars of a source whose songs were read, sends other changes, and adds the outcomes to the result.
    func sync(_ source: Source, retries: RetryPolicy, clock: any Clock<Duration>, into result: inout SyncResult)
        async throws
    {
        do {
            guard let remote = try remote(source) else { return }
            var summary = try await sync(source, remote, retries: retries, clock: clock)
            result.stars = summary
            let subjects = try await readSubjects(source)
            (summary.added, summary.removed) = (summary.added + subjects.added, summary.removed + subjects.removed)
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

extension SubjectChangeRepository {
    /// How often the stars are read if another program changes annotations meanwhile.
    private static var attempts: Int { 3 }

    /// Reads the starred albums and artists of a source, and returns how many bookmarks were added and removed.
    ///
    /// It ignores the listener's filter, as `StarSync` does. Throws `SourceFailure`, `SourceError.notFound`,
    /// `LibraryError`, or `CancellationError` if the task was cancelled.
    package func readStars(of source: String, _ remote: any RemoteSubjectRepository) async throws -> SyncSummary {
        for _ in 1...Self.attempts {
            let revision = try await revision(of: source)
            let starred = try await remote.starredSubjects()
            if let summary = try await apply(starred, of: source, at: revision) { return summary }
        }
        return SyncSummary()
    }
}
