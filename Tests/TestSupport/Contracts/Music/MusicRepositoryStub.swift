package import FermataDomain
import Synchronization

/// Stores music in an array, records messages, reads batches of two, and emits two pages.
///
/// Every method throws `error`, if there is one; pages are emitted before it. Pages end only if `staysOpen` is false.
/// `beforeFind` runs before songs are found by their id.
package final class MusicRepositoryStub: MusicRepository {
    package struct Failure: Error {
        package init() {}
    }

    package enum Message: Equatable, Sendable {
        case pages(MusicQuery)
        case batches(MusicQuery)
        case count(MusicQuery)
        case find(MusicIDPrefix, ExplicitFilter, limit: Int)
        case ids(from: MusicID, ExplicitFilter, limit: Int)
        case music([MusicID], ExplicitFilter)
        case idsAmong([MusicID], ExplicitFilter)
        case setBookmark(Bool, [MusicID])
        case setRating(Rating?, [MusicID])
    }

    private let music: Mutex<[Music]>
    private let recorded = Mutex<[Message]>([])
    private let freshness: Freshness
    private let error: (any Error)?
    private let staysOpen: Bool
    private let beforeFind: @Sendable (MusicIDPrefix) async throws -> Void
    private let ended = AsyncStream.makeStream(of: Void.self)

    package init(
        _ music: [Music], freshness: Freshness = .stored(since: nil), error: (any Error)? = nil,
        staysOpen: Bool = false, beforeFind: @escaping @Sendable (MusicIDPrefix) async throws -> Void = { _ in }
    ) {
        self.music = Mutex(music)
        self.freshness = freshness
        self.error = error
        self.staysOpen = staysOpen
        self.beforeFind = beforeFind
    }

    package var messages: [Message] { recorded.withLock { $0 } }

    /// Emits each time that pages end or their observer stops.
    package var endsOfPages: AsyncStream<Void> { ended.stream }

    package func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> {
        record(.pages(query))
        return AsyncThrowingStream { continuation in
            continuation.onTermination = { [ended] _ in ended.continuation.yield() }
            continuation.yield(MusicPage(music: [], freshness: .refreshing(since: nil)))
            continuation.yield(MusicPage(music: window(of: query), freshness: freshness))
            if !staysOpen { continuation.finish(throwing: error) }
        }
    }

    package func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        record(.batches(query))
        return BatchSequence(batchSize: 2) { [self] in
            if let error { throw error }
            return window(of: query)
        }
    }

    package func count(_ query: MusicQuery) async throws -> Int {
        record(.count(query))
        if let error { throw error }
        return music.withLock { $0.filter(query.matches).count }
    }

    package func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws
        -> [Music]
    {
        record(.find(prefix, filter, limit: limit))
        try await beforeFind(prefix)
        if let error { throw error }
        return music.withLock {
            Array($0.filter { prefix.range.contains($0.id) && filter.allows($0.explicit) }.prefix(limit))
        }
    }

    package func ids(from first: MusicID, allowing filter: ExplicitFilter, limit: Int) async throws -> [MusicID] {
        record(.ids(from: first, filter, limit: limit))
        if let error { throw error }
        let allowed = music.withLock { $0.filter { $0.id >= first && filter.allows($0.explicit) } }
        return Array(allowed.map(\.id).sorted().prefix(limit))
    }

    package func music(_ ids: [MusicID], allowing filter: ExplicitFilter) async throws -> [Music] {
        record(.music(ids, filter))
        if let error { throw error }
        return music.withLock { $0.filter { ids.contains($0.id) && filter.allows($0.explicit) } }.ordered(by: ids)
    }

    package func ids(among ids: [MusicID], allowing filter: ExplicitFilter) async throws -> Set<MusicID> {
        record(.idsAmong(ids, filter))
        if let error { throw error }
        return Set(music.withLock { $0.filter { ids.contains($0.id) && filter.allows($0.explicit) }.map(\.id) })
    }

    package func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music] {
        record(.setBookmark(isBookmarked, ids))
        return try change(ids) { $0.isBookmarked = isBookmarked }
    }

    package func setRating(_ rating: Rating?, of ids: [MusicID]) async throws -> [Music] {
        record(.setRating(rating, ids))
        return try change(ids) { $0.rating = rating }
    }

    private func change(_ ids: [MusicID], _ change: (inout Music) -> Void) throws -> [Music] {
        if let error { throw error }
        return try music.withLock { music in
            try ids.map { id in
                guard let index = music.firstIndex(where: { $0.id == id }) else {
                    throw MusicError.notFound(id.description)
                }
                change(&music[index])
                return music[index]
            }
        }
    }

    private func record(_ message: Message) { recorded.withLock { $0.append(message) } }

    private func window(of query: MusicQuery) -> [Music] {
        music.withLock { query.results(from: $0) }
    }
}
