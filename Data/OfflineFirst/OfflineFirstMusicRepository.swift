public import FermataDomain
public import Foundation

/// Combines the local library with its remote sources: returns stored music at once and syncs in the background.
public struct OfflineFirstMusicRepository: MusicRepository {
    let local: any LocalMusicRepository
    let sources: any SourceRepository
    let playlists: PlaylistSources?
    let stars: StarSources?
    let remote: @Sendable (Source) throws -> any RemoteMusicRepository
    let refreshing: SourceSync
    private let gate = SyncCoordinator()
    let now: @Sendable () -> Date

    /// `remote` makes the repository of a source.
    ///
    /// The sync of a source with more than `songLimit` songs fails; those read until then are stored. Without
    /// `playlists`, no playlists are synced; without `stars`, no stars.
    public init(
        local: any LocalMusicRepository, sources: any SourceRepository, playlists: PlaylistSources? = nil,
        stars: StarSources? = nil,
        retries: RetryPolicy = RetryPolicy(), songLimit: Int = .max,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
        remote: @escaping @Sendable (Source) throws -> any RemoteMusicRepository
    ) {
        self.local = local
        self.sources = sources
        self.playlists = playlists
        self.stars = stars
        self.remote = remote
        self.now = now
        refreshing = SourceSync(retries: retries, songLimit: songLimit, clock: clock)
    }

    /// Emits the stored page at once, while the sources are synced, and a page after each change.
    ///
    /// Pages that are read after the sync have its result.
    public func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> {
        AsyncThrowingStream { continuation in
            let emitter = PageEmitter(continuation)
            let task = Task {
                do {
                    await emitter.endSync(try await sync(emitting: query, to: emitter), at: now())
                    // A new sequence: the first one may still emit pages that were read before the sync ended.
                    for try await page in local.pages(of: query) { await emitter.receive(page) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
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
                } catch SourceError.notFound {
                    continue
                } catch SourceError.changed {
                    continue
                }
            }
            return results
        }
    }
}
