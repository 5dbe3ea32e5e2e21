import Foundation

/// Syncs one source into the library: its music, then its playlists, stars and plays.
struct SourceSync: Sendable {
    let sources: any SourceRepository
    let local: any LocalMusicRepository
    let remote: @Sendable (Source) throws -> any RemoteMusicRepository
    let playlists: PlaylistSources?
    let stars: StarSources?
    let retries: RetryPolicy
    /// The number of songs beyond which a source counts as one without end.
    let songLimit: Int
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    typealias Progress = @Sendable (SyncProgress) -> Void

    /// Syncs a source as the library stores it now, and stores the issue of an incomplete sync.
    ///
    /// Failures of the source are part of the result; a source of an unknown kind fails, too. Throws errors of the
    /// library, and `SourceError.notFound` or `SourceError.changed` if the source is removed or changed meanwhile.
    func run(_ source: Source, progress: @escaping Progress) async throws -> SyncResult {
        let source = try await stored(source.name) ?? source
        var result = try await sync(source, progress: progress)
        result.issue = result.issue(at: now())
        do {
            try await sources.setIssue(result.issue, of: source)
        } catch LibraryError.cannotWrite where result.issue != nil {
            // On a full disk the issue cannot be stored, but the result still names the failure.
            result.issue = nil
        }
        return result
    }

    private func sync(_ source: Source, progress: @escaping Progress) async throws -> SyncResult {
        var result = try await syncMusic(of: source, progress: progress)
        if case .failed = result.result { return result }
        if let playlists = try await syncPlaylists(of: source, progress: progress) {
            result.playlists = playlists.summary
            result.isPartial = result.isPartial || playlists.isPartial
            switch playlists.result {
            case .unchanged: break
            case .refreshed: result.result = .refreshed
            case .failed(let failure): result.playlistsFailure = failure
            }
        }
        try await stars?.sync(source, retries: retries, clock: clock, into: &result)
        return result
    }

    private func syncMusic(of source: Source, progress: @escaping Progress) async throws -> SyncResult {
        let remote: any RemoteMusicRepository
        do { remote = try self.remote(source) } catch let error as SourceError where error.isInvalidDefinition {
            return .failed(source, error, at: source.shownAddress)
        }
        return try await sync(
            source, at: source.shownAddress, limit: songLimit, mayBeEmpty: source.traits.contains(.mayBeEmpty),
            begin: { try await begin(source, local.beginSync) },
            batches: { remote.batches(since: $0) }, progress: progress)
    }

    /// Returns nil for a source without playlists.
    private func syncPlaylists(of source: Source, progress: @escaping Progress) async throws -> SyncResult? {
        guard let playlists else { return nil }
        let remote: any RemotePlaylistRepository
        let address = source.shownPlaylists ?? source.shownAddress
        do {
            guard let found = try playlists.remote(source) else { return nil }
            remote = found
        } catch let error as SourceError where error.isInvalidDefinition {
            return .failed(source, error, at: address)
        }
        return try await sync(
            source, at: address, mayBeEmpty: true,
            begin: { try await begin(source, playlists.local.beginSync) },
            batches: { remote.playlistBatches(since: $0) }, progress: progress)
    }

    /// Begins a sync of a source. Throws `SourceError.changed` if its stored definition differs from this one.
    private func begin<Session>(
        _ source: Source, _ beginSync: (String) async throws -> Session
    ) async throws -> Session {
        let session = try await beginSync(source.name)
        // The session notices later changes.
        if let stored = try await stored(source.name), !stored.hasDefinition(of: source) {
            throw SourceError.changed(source.name)
        }
        return session
    }

    private func stored(_ name: String) async throws -> Source? {
        try await sources.sources().first { $0.name == name }
    }
}

extension SourceSync {
    /// Syncs music or playlists: `begin` starts a session, which applies the batches that `batches` fetches.
    ///
    /// `address` is that of the document, as it is shown. `limit` is the number of records that the source may have. A
    /// fetch that retries its own requests is not started again. Throws errors of the library after the session has
    /// stopped writing; a failure of the source is part of the result.
    private func sync<Batch: SyncBatch>(
        _ source: Source, at address: String, limit: Int = .max, mayBeEmpty: Bool = false,
        begin: @Sendable () async throws -> any SyncSession<Batch>,
        batches: @Sendable (_ revision: String?) -> RemoteFetch<Batch>, progress: @escaping Progress
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

/// The remote and local repositories of playlists.
public struct PlaylistSources: Sendable {
    let local: any LocalPlaylistRepository
    let remote: @Sendable (Source) throws -> (any RemotePlaylistRepository)?

    /// `remote` makes the repository of a source's playlists; nil for a source without playlists.
    public init(
        local: any LocalPlaylistRepository,
        remote: @escaping @Sendable (Source) throws -> (any RemotePlaylistRepository)?
    ) {
        self.local = local
        self.remote = remote
    }
}

extension SyncResult {
    fileprivate static func failed(_ source: Source, _ error: SourceError, at address: String) -> SyncResult {
        SyncResult(
            source: source.name, summary: SyncSummary(),
            result: .failed(SourceFailure(.invalidSource(error), address: address)))
    }
}

extension Source {
    fileprivate func hasDefinition(of other: Source) -> Bool {
        (kind, address, playlists, added) == (other.kind, other.address, other.playlists, other.added)
    }
}
