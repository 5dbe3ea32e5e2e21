public import FermataDomain

/// The remote and local repositories of what sources store for their user: stars and plays.
public struct StarSources: Sendable {
    let local: any StarRepository
    let remote: @Sendable (Source) throws -> (any RemoteStarRepository)?
    let scrobbles: any ScrobbleRepository
    let remoteScrobbles: @Sendable (Source) throws -> (any RemoteScrobbleRepository)?

    /// `remote` and `remoteScrobbles` make the repositories of a source's stars and plays; nil for a source without them.
    public init(
        local: any StarRepository, remote: @escaping @Sendable (Source) throws -> (any RemoteStarRepository)?,
        scrobbles: any ScrobbleRepository,
        remoteScrobbles: @escaping @Sendable (Source) throws -> (any RemoteScrobbleRepository)?
    ) {
        (self.local, self.remote, self.scrobbles, self.remoteScrobbles) = (local, remote, scrobbles, remoteScrobbles)
    }
}

extension StarSources {
    /// Syncs the stars of a source whose songs were read, sends its waiting plays, and adds how that ended to the result.
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
            if let remote = try remoteScrobbles(source) {
                try await SendScrobblesUsecase(scrobbles: scrobbles).execute(source.name, remote)
            }
        } catch is SourceFailure {
            // The plays wait on, which the result shows.
        } catch let error as SourceError where error.isInvalidDefinition {
        }
        let waiting = try await local.waiting() + scrobbles.waiting()
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
