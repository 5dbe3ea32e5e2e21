public import FermataDomain
import Synchronization

/// Caches the number of songs of each query until the library changes.
public final class CountCachingMusicRepository: MusicRepository {
    /// The cache drops all counts when it has this many.
    private static let limit = 256

    private struct State {
        var version: Int?
        var counts: [MusicQuery: Int] = [:]
    }

    private let repository: any MusicRepository
    private let changes: any LibraryChangeObserver
    private let state = Mutex(State())

    public init(_ repository: any MusicRepository, changes: any LibraryChangeObserver) {
        self.repository = repository
        self.changes = changes
    }

    public func count(_ query: MusicQuery) async throws -> Int {
        let key = query.filters
        // Reads the version first, so that a change during the count invalidates the cached count.
        let version: Int
        do { version = try changes.version() } catch LibraryError.busy { return try await repository.count(query) }
        if let count = state.withLock({ $0.version == version ? $0.counts[key] : nil }) { return count }
        let count = try await repository.count(query)
        state.withLock { state in
            if state.version != version || state.counts.count >= Self.limit { state = State(version: version) }
            state.counts[key] = count
        }
        return count
    }

    public func pages(of query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> {
        repository.pages(of: query)
    }

    public func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        repository.batches(of: query)
    }

    public func music(withPrefix prefix: MusicIDPrefix, allowing filter: ExplicitFilter, limit: Int) async throws
        -> [Music]
    {
        try await repository.music(withPrefix: prefix, allowing: filter, limit: limit)
    }

    public func ids(from first: MusicID, allowing filter: ExplicitFilter, limit: Int) async throws -> [MusicID] {
        try await repository.ids(from: first, allowing: filter, limit: limit)
    }

    public func music(_ ids: [MusicID], allowing filter: ExplicitFilter) async throws -> [Music] {
        try await repository.music(ids, allowing: filter)
    }

    public func ids(among ids: [MusicID], allowing filter: ExplicitFilter) async throws -> Set<MusicID> {
        try await repository.ids(among: ids, allowing: filter)
    }

    public func setRating(_ rating: Rating?, of ids: [MusicID]) async throws -> [Music] {
        try await repository.setRating(rating, of: ids)
    }

    public func setBookmark(_ isBookmarked: Bool, of ids: [MusicID]) async throws -> [Music] {
        try await repository.setBookmark(isBookmarked, of: ids)
    }
}

extension MusicQuery {
    /// The query with only the properties that affect the number of matching songs.
    fileprivate var filters: MusicQuery {
        var query = self
        (query.order, query.isReversed, query.bookmarkedFirst, query.window) = (.relevance, false, false, .all)
        return query
    }
}
