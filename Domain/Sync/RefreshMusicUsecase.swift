public import Foundation

/// Gets music offline first: the stored songs at once, while all sources are synced.
public struct RefreshMusicUsecase: Sendable {
    private let getMusic: GetMusicUsecase
    private let sync: SyncUsecase
    private let now: @Sendable () -> Date

    public init(getMusic: GetMusicUsecase, sync: SyncUsecase, now: @escaping @Sendable () -> Date) {
        (self.getMusic, self.sync, self.now) = (getMusic, sync, now)
    }

    /// Emits the stored window of a query at once, while the sources are synced, and the window again after each
    /// change.
    ///
    /// Windows that are read after the sync have its result. Sources that fail are part of their freshness. The end of
    /// the iteration cancels the sync. Throws `LibraryError`.
    public func execute(_ query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> {
        .fromTask { continuation in
            let emitter = PageEmitter(continuation)
            await emitter.endSync(try await syncSources(emitting: query, to: emitter), at: now())
            // A new sequence: the first one may still emit pages that were read before the sync ended.
            for try await page in getMusic.execute(query) { await emitter.receive(page) }
        }
    }

    /// Emits pages until the sources are synced.
    private func syncSources(emitting query: MusicQuery, to emitter: PageEmitter) async throws -> [SyncResult] {
        // The sync starts after the first page, so that a fast sync does not hide the stored page.
        let (firstPage, signal) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: [SyncResult]?.self) { group in
            group.addTask {
                for try await page in getMusic.execute(query) {
                    await emitter.receive(page)
                    signal.finish()
                }
                signal.finish()
                return nil
            }
            group.addTask {
                for await _ in firstPage {}
                try Task.checkCancellation()
                return try await syncSources()
            }
            defer { group.cancelAll() }
            for try await results in group { if let results { return results } }
            throw CancellationError()
        }
    }

    private func syncSources() async throws -> [SyncResult] {
        var results: [SyncResult] = []
        do {
            for try await case .result(let result) in sync.execute() { results.append(result) }
        } catch SourceError.notFound, SourceError.changed {
            // Another program has removed or changed a source; the others are synced.
        }
        return results
    }
}

/// Emits a page only if its rows or its freshness have changed.
private actor PageEmitter {
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
        let freshness = finalFreshness ?? freshness(of: page, after: results, at: time)
        finalFreshness = freshness
        return freshness
    }

    /// Without a result, there is no source, or all have been changed or removed meanwhile.
    private func freshness(of page: MusicPage, after results: [SyncResult], at time: Date) -> Freshness {
        let failures = results.compactMap { if case .failed(let failure) = $0.result { failure } else { nil } }
        if !failures.isEmpty {
            return .offline(since: page.since, failures: failures, updated: results.filter(\.isRead).map(\.source))
        }
        return results.isEmpty ? page.freshness : .fresh(at: time)
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
