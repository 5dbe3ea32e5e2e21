public import FermataDomain

/// Syncs one source into the library and retries temporary failures.
struct SourceSync: Sendable {
    let retries: RetryPolicy
    /// The number of songs beyond which a source counts as one without end.
    let songLimit: Int
    let clock: any Clock<Duration>

    /// Syncs music or playlists: `begin` starts a session, which applies the batches that `batches` fetches.
    ///
    /// `address` is that of the document, as it is shown. `limit` is the number of records that the source may have. A
    /// fetch that retries its own requests is not started again. Throws errors of the library after the session has
    /// stopped writing; a failure of the source is part of the result.
    func run<Batch: SyncBatch>(
        _ source: Source, at address: String, limit: Int = .max, mayBeEmpty: Bool = false,
        begin: @Sendable () async throws -> any SyncSession<Batch>,
        batches: @Sendable (_ revision: String?) -> RemoteFetch<Batch>,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult {
        var attempt = 1
        var before = SyncSummary()
        while true {
            let session = try await begin()
            let fetch = await batches(session.revision)
            do {
                let end = try await apply(fetch, to: session) { count in
                    if count > limit { throw SourceFailure(.content(.tooManySongs(limit: limit)), address: address) }
                    progress(SyncProgress(source: source.name, count: count))
                }
                if end != .unchanged {
                    try await requireValidRecord(
                        in: session, at: address, mayBeEmpty: mayBeEmpty || end == .partial)
                }
                var summary = try await session.finish(end)
                summary.include(before)
                return SyncResult(
                    source: source.name, summary: summary, result: end == .unchanged ? .unchanged : .refreshed,
                    isPartial: end == .partial)
            } catch {
                // Otherwise a transaction could commit after the sync has ended.
                await session.waitForWrite()
                guard let failure = error as? SourceFailure else { throw error }
                try await session.cancel()
                var summary = await session.summary
                summary.include(before)
                guard !fetch.retriesRequests, let pause = retries.pause(after: failure, attempt: attempt) else {
                    return SyncResult(source: source.name, summary: summary, result: .failed(failure))
                }
                before = summary
                try await clock.sleep(for: pause)
                attempt += 1
            }
        }
    }

    /// Applies all batches to a session, and returns the fetch's result.
    private func apply<Batch: SyncBatch>(
        _ fetch: RemoteFetch<Batch>, to session: any SyncSession<Batch>, progress: (_ count: Int) throws -> Void
    ) async throws -> RemoteFetchResult {
        var count = 0
        for try await element in fetch {
            switch element {
            case .batch(let batch):
                try Task.checkCancellation()
                count += batch.count
                try progress(count)
                try await session.apply(batch)
            case .end(let result): return result
            }
        }
        // A fetch ends with its result or throws, unless its task is cancelled.
        throw CancellationError()
    }

    /// Throws if a source has no valid record, so that a broken source does not remove its music.
    ///
    /// For a source that may be empty, throws only if all its records are invalid.
    private func requireValidRecord(
        in session: any SyncSession, at address: String, mayBeEmpty: Bool
    ) async throws {
        let summary = try await session.flush()
        guard summary.acceptedCount == 0, !mayBeEmpty || summary.rejectedCount > 0 else { return }
        throw SourceFailure(noRecords: summary.rejected.first, address: address)
    }
}

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
