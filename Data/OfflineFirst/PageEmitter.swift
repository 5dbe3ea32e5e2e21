import FermataDomain
import Foundation

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
