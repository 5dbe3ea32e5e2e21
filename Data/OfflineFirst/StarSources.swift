public import FermataDomain

/// The remote and local repositories of stars, and the outbox of plays.
public struct StarSources: Sendable {
    let local: any StarRepository
    let remote: @Sendable (Source) throws -> (any RemoteStarRepository)?
    let plays: Outbox

    /// `remote` makes the repository of a source's stars; nil for a source without stars.
    public init(
        local: any StarRepository, remote: @escaping @Sendable (Source) throws -> (any RemoteStarRepository)?,
        plays: Outbox
    ) {
        (self.local, self.remote, self.plays) = (local, remote, plays)
    }
}

extension StarSources {
    /// Syncs the stars of a source whose songs were read, sends its plays, and adds both outcomes to the result.
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
        do {
            try await plays.send(source)
        } catch is SourceFailure {
            // The plays stay in the outbox, which the result shows.
        } catch let error as SourceError where error.isInvalidDefinition {
        }
        let waiting = try await local.waiting() + plays.waiting()
        result.waiting = waiting.filter { $0.source == source.name }.reduce(0) { $0 + ($1.count ?? 0) }
    }

    private func sync(
        _ source: Source, _ remote: any RemoteStarRepository, retries: RetryPolicy, clock: any Clock<Duration>
    ) async throws -> SyncSummary {
        var attempt = 1
        while true {
            do {
                return try await SyncStarsUsecase(stars: local).execute(source.name, remote)
            } catch let failure as SourceFailure {
                guard let pause = retries.pause(after: failure, attempt: attempt) else { throw failure }
                try await clock.sleep(for: pause)
                attempt += 1
            }
        }
    }
}
