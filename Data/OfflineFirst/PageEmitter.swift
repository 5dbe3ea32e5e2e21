import FermataDomain
import Foundation

/// Emits a page only if its rows or its freshness have changed.
actor PageEmitter {
    private let continuation: AsyncThrowingStream<MusicPage, any Error>.Continuation
    private var outcome: Freshness?
    private var last: MusicPage?
    private var newest: MusicPage?
    private var receivedCount = 0
    /// The last sync's time in the first page.
    private var since: Date?

    init(_ continuation: AsyncThrowingStream<MusicPage, any Error>.Continuation) {
        self.continuation = continuation
    }

    func receive(_ page: MusicPage) {
        if receivedCount == 0 { since = page.since }
        receivedCount += 1
        newest = page
        emit(MusicPage(music: page.music, freshness: outcome ?? .refreshing(since: since)))
    }

    /// Emits the sync's result, with the page from `fetch` or a newer one.
    func finish(
        _ outcomes: [SyncResult], at time: Date, fetch: @Sendable () async throws -> MusicPage?
    ) async rethrows {
        let countBefore = receivedCount
        let fetched = try await fetch()
        let latest = receivedCount == countBefore ? fetched : newest
        let failures = outcomes.compactMap { if case .failed(let failure) = $0.result { failure } else { nil } }
        let freshness: Freshness =
            if !failures.isEmpty {
                .offline(since: latest?.since, failures: failures, updated: outcomes.filter(\.isRead).map(\.source))
            } else if outcomes.isEmpty {
                .noSources
            } else {
                .fresh(at: time)
            }
        outcome = freshness
        emit(MusicPage(music: latest?.music ?? last?.music ?? [], freshness: freshness))
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
