/// Gets the music that the listener may see.
public struct GetMusicUsecase: Sendable {
    let repository: any MusicRepository
    private let sources: any SourceRepository
    private let listener: Listener

    public init(repository: any MusicRepository, sources: any SourceRepository, listener: Listener) {
        self.repository = repository
        self.sources = sources
        self.listener = listener
    }

    /// Emits the window of a query at once, then again after each change of the library.
    public func execute(_ query: MusicQuery) -> AsyncThrowingStream<MusicPage, any Error> {
        repository.pages(of: allowed(query))
    }

    /// Returns the window of a query in batches, all read from one state of the library.
    public func batches(of query: MusicQuery) -> any AsyncSequence<[Music], any Error> & Sendable {
        repository.batches(of: allowed(query))
    }

    /// Returns how many songs match a query, regardless of its window.
    ///
    /// Throws `SourceError.notFound` for an unknown source.
    public func count(_ query: MusicQuery) async throws -> Int {
        try await check(query)
        return try await repository.count(allowed(query))
    }

    /// Throws `SourceError.notFound` if the query names an unknown source.
    public func check(_ query: MusicQuery) async throws {
        guard let name = query.source else { return }
        let known = try await sources.sources().map(\.name)
        if !known.contains(name) { throw SourceError.notFound(name, known: known) }
    }

    /// Finds the one song whose id begins with the typed text.
    ///
    /// Throws `MusicError.notFound`, also for hidden music, or `.ambiguousID` with up to ten candidates.
    public func find(_ typed: String) async throws -> Music {
        guard let prefix = MusicIDPrefix(typed) else { throw MusicError.notFound(typed) }
        let candidates = try await repository.music(
            withPrefix: prefix, allowing: listener.filter, limit: Candidates.limit)
        guard let song = candidates.first else { throw MusicError.notFound(typed) }
        guard candidates.count == 1 else { throw MusicError.ambiguousID(typed, candidates: candidates) }
        return song
    }

    /// The query with the listener's filter.
    func allowed(_ query: MusicQuery) -> MusicQuery {
        var query = query
        query.explicit = listener.filter
        return query
    }
}
