public import FermataDomain
public import Foundation

/// Combines the local library with its remote sources: returns stored music at once and syncs in the background.
public struct OfflineFirstMusicRepository: MusicRepository {
    private let local: any LocalMusicRepository
    private let sources: any SourceRepository
    private let playlists: PlaylistSources?
    private let stars: StarSources?
    private let remote: @Sendable (Source) throws -> any RemoteMusicRepository
    private let refreshing: SourceSync
    private let gate = SyncCoordinator()
    private let now: @Sendable () -> Date

    /// `remote` makes the repository of a source.
    ///
    /// The sync of a source with more than `songLimit` songs fails; those read until then are stored. Without
    /// `playlists`, no playlists are synced; without `stars`, no stars.
    public init(
        local: any LocalMusicRepository, sources: any SourceRepository, playlists: PlaylistSources? = nil,
        stars: StarSources? = nil, retries: RetryPolicy = RetryPolicy(), songLimit: Int = .max,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
        remote: @escaping @Sendable (Source) throws -> any RemoteMusicRepository
    ) {
        (self.local, self.sources, self.playlists, self.stars) = (local, sources, playlists, stars)
        (self.remote, self.now) = (remote, now)
        refreshing = SourceSync(retries: retries, songLimit: songLimit, clock: clock)
    }

    /// Emits the stored page at once, while the sources are synced, and a page after each change.
    ///
    /// Pages that are read after the sync have its result.
    public func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> {
        .fromTask { continuation in
            let emitter = PageEmitter(continuation)
            await emitter.endSync(try await sync(emitting: query, to: emitter), at: now())
            // A new sequence: the first one may still emit pages that were read before the sync ended.
            for try await page in local.pages(of: query) { await emitter.receive(page) }
        }
    }

    /// Emits pages until the sources are synced.
    private func sync(emitting query: MusicQuery, to emitter: PageEmitter) async throws -> [SyncResult] {
        // The sync starts after the first page, so that a fast sync does not hide the stored page.
        let (firstPage, signal) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: [SyncResult]?.self) { group in
            group.addTask {
                for try await page in local.pages(of: query) {
                    await emitter.receive(page)
                    signal.finish()
                }
                signal.finish()
                return nil
            }
            group.addTask {
                for await _ in firstPage {}
                try Task.checkCancellation()
                return try await refresh()
            }
            defer { group.cancelAll() }
            for try await results in group { if let results { return results } }
            throw CancellationError()
        }
    }

    public func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        local.batches(of: query)
    }

    public func count(_ query: MusicQuery) async throws -> Int {
        try await local.count(query)
    }

    public func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws
        -> [Music]
    {
        try await local.music(withPrefix: prefix, allowing: filter, limit: limit)
    }

    public func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music] {
        try await local.setBookmark(isBookmarked, of: ids)
    }

    /// Syncs all sources one after the other; concurrent calls share one sync.
    public func refresh() async throws -> [SyncResult] {
        try await gate.run {
            var results: [SyncResult] = []
            for source in try await sources.sources() {
                do {
                    results.append(try await read(source) { _ in })
                } catch SourceError.notFound, SourceError.changed {
                    continue
                }
            }
            return results
        }
    }
}

extension OfflineFirstMusicRepository: SourceReader {
    /// Syncs a source's music, then its playlists and stars, and stores the issue of an incomplete sync.
    ///
    /// A source of an unknown kind has a failed result.
    public func read(
        _ source: Source, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult {
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

    private func sync(
        _ source: Source, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult {
        var outcome = try await readMusic(source, progress: progress)
        if case .failed = outcome.result { return outcome }
        if let playlists = try await readPlaylists(source, progress: progress) {
            outcome.playlists = playlists.summary
            outcome.isPartial = outcome.isPartial || playlists.isPartial
            switch playlists.result {
            case .unchanged: break
            case .refreshed: outcome.result = .refreshed
            case .failed(let failure): outcome.playlistsFailure = failure
            }
        }
        try await stars?.sync(source, retries: refreshing.retries, clock: refreshing.clock, into: &outcome)
        return outcome
    }

    private func readMusic(
        _ source: Source, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult {
        let remote: any RemoteMusicRepository
        do { remote = try self.remote(source) } catch let error as SourceError where error.isInvalidDefinition {
            return .failed(source, error, at: source.shownAddress)
        }
        return try await refreshing.run(
            source, at: source.shownAddress, limit: refreshing.songLimit,
            begin: { try await begin(source, local.beginSync) },
            batches: { remote.batches(since: $0) }, progress: progress)
    }

    /// Returns nil for a source without playlists.
    private func readPlaylists(
        _ source: Source, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult? {
        guard let playlists else { return nil }
        let remote: any RemotePlaylistRepository
        let address = source.shownPlaylists ?? source.shownAddress
        do {
            guard let found = try playlists.remote(source) else { return nil }
            remote = found
        } catch let error as SourceError where error.isInvalidDefinition {
            return .failed(source, error, at: address)
        }
        return try await refreshing.run(
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

extension SourceError {
    /// Whether the stored definition of the source is invalid.
    var isInvalidDefinition: Bool {
        switch self {
        case .unknownKind, .playlistsUnsupported, .invalidAddress, .invalidPlaylistAddress: true
        case .notFound, .alreadyExists, .changed, .addressInUse, .invalidName, .tooMany, .credentialsUnsupported,
            .userMissing, .secretMissing, .signInRefused, .credentials, .invalidCertificates:
            false
        }
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

/// Combines concurrent sync requests into one sync, and cancels it after its last caller has left.
actor SyncCoordinator {
    private var running: (work: Task<[SyncResult], any Error>, waiting: Int)?

    func run(_ work: @escaping @Sendable () async throws -> [SyncResult]) async throws -> [SyncResult] {
        let task = join(work)
        return try await withTaskCancellationHandler {
            defer { leave(task) }
            return try await task.value
        } onCancel: {
            Task { await self.cancelled(task) }
        }
    }

    private func join(
        _ work: @escaping @Sendable () async throws -> [SyncResult]
    ) -> Task<[SyncResult], any Error> {
        if let running, !running.work.isCancelled {
            self.running?.waiting += 1
            return running.work
        }
        let task = Task(operation: work)
        running = (task, 1)
        return task
    }

    private func leave(_ task: Task<[SyncResult], any Error>) {
        if running?.work == task { running = nil }
    }

    private func cancelled(_ task: Task<[SyncResult], any Error>) {
        guard let running, running.work == task else { return }
        self.running?.waiting -= 1
        if running.waiting == 1 { task.cancel() }
    }
}

/// Emits a page only if its rows or its freshness have changed.
actor PageEmitter {
    private let continuation: AsyncThrowingStream<MusicPage, any Error>.Continuation
    /// The results of the sync and the time of its end; nil during the sync.
    private var ended: (results: [SyncResult], time: Date)?
    /// The freshness of all pages after the sync, which the first of them sets.
    private var finalFreshness: Freshness?
    private var last: MusicPage?
    /// The last sync's time in the first page.
    private var since: Date?

    init(_ continuation: AsyncThrowingStream<MusicPage, any Error>.Continuation) {
        self.continuation = continuation
    }

    /// Ends the sync, whose results all later pages have.
    func endSync(_ results: [SyncResult], at time: Date) { ended = (results, time) }

    func receive(_ page: MusicPage) {
        if last == nil { since = page.since }
        emit(MusicPage(music: page.music, freshness: freshness(of: page)))
    }

    private func freshness(of page: MusicPage) -> Freshness {
        guard let (results, time) = ended else { return .refreshing(since: since) }
        let freshness = finalFreshness ?? Self.freshness(after: results, at: time, since: page.since)
        finalFreshness = freshness
        return freshness
    }

    private static func freshness(after results: [SyncResult], at time: Date, since: Date?) -> Freshness {
        let failures = results.compactMap { if case .failed(let failure) = $0.result { failure } else { nil } }
        if !failures.isEmpty {
            return .offline(since: since, failures: failures, updated: results.filter(\.isRead).map(\.source))
        }
        return results.isEmpty ? .noSources : .fresh(at: time)
    }

    private func emit(_ page: MusicPage) {
        guard page != last else { return }
        last = page
        continuation.yield(page)
    }
}

extension MusicPage {
    fileprivate var since: Date? {
        switch freshness {
        case .stored(let since), .refreshing(let since), .offline(let since, _, _): since
        case .fresh(let time): time
        case .noSources: nil
        }
    }
}

extension SyncResult {
    /// Whether the source's songs could be read.
    fileprivate var isRead: Bool { if case .failed = result { false } else { true } }
}
