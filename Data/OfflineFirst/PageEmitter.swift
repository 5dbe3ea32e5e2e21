internal import FermataDomain
internal import Foundation

/// Emits a page only if its rows or its freshness have changed.
actor PageEmitter {
    private let continuation: AsyncThrowingStream<MusicPage, any Error>.Continuation
    private var outcome: Freshness?
    private var last: MusicPage?
    private var newest: MusicPage?
    private var taken = 0
    private var since: Date??

    init(_ continuation: AsyncThrowingStream<MusicPage, any Error>.Continuation) {
        self.continuation = continuation
    }

    func take(_ page: MusicPage) {
        taken += 1
        newest = page
        let since = since ?? page.since
        self.since = since
        emit(MusicPage(music: page.music, freshness: outcome ?? .refreshing(since: since)))
    }

    /// Emits how the sync ended, with the page from `fetch` or a newer one.
    func end(
        _ outcomes: [SyncResult], at time: Date, fetch: @Sendable () async throws -> MusicPage?
    ) async rethrows {
        let before = taken
        let fetched = try await fetch()
        let latest = taken == before ? fetched : newest
        let failures = outcomes.compactMap { if case .failed(let failure) = $0.result { failure } else { nil } }
        let freshness: Freshness =
            if !failures.isEmpty {
                .offline(since: latest?.since, failures: failures)
            } else if outcomes.isEmpty {
                .sourceless
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
        case .stored(let since), .refreshing(let since), .offline(let since, _): since
        case .fresh(let time): time
        case .sourceless: nil
        }
    }
}
