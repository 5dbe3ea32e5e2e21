/// Gets the lyrics of a song, if the listener may see the song.
public struct GetLyricsUsecase: Sendable {
    private let repository: any LyricsRepository
    private let sources: any SourceRepository
    private let listener: Listener
    private let remote: @Sendable (Source) throws -> (any RemoteLyricsRepository)?

    /// `remote` makes the repository of a source's lyrics; nil for a source that provides none on request.
    public init(
        repository: any LyricsRepository, sources: any SourceRepository, listener: Listener,
        remote: @escaping @Sendable (Source) throws -> (any RemoteLyricsRepository)?
    ) {
        self.repository = repository
        self.sources = sources
        self.listener = listener
        self.remote = remote
    }

    /// Returns the library's lyrics or, if it has none, those that a source of the song provides on request, and stores
    /// them.
    ///
    /// Throws `MusicError.notFound`, for a hidden song and for an unknown one: no caller can tell them apart. Throws
    /// `SourceFailure` if a source fails and no other has lyrics.
    public func execute(of id: MusicID) async throws -> Lyrics {
        let stored = try await repository.lyrics(of: id, allowing: listener.filter)
        guard stored.isEmpty else { return stored }
        let requested = try await request(try await repository.origins(of: id))
        if !requested.isEmpty { try await repository.store(requested, of: id) }
        return requested
    }

    /// Returns those of some songs for which the library stores lyrics.
    ///
    /// A source that provides lyrics on request may have lyrics of the others.
    public func songsWithLyrics(among ids: [MusicID]) async throws -> Set<MusicID> {
        try await repository.songsWithLyrics(among: ids, allowing: listener.filter)
    }

    private func request(_ origins: [LyricsOrigin]) async throws -> Lyrics {
        if origins.isEmpty { return .none }
        let sources = try await sources.sources()
        var failure: SourceFailure?
        for origin in origins {
            guard let source = sources.first(where: { $0.name == origin.source }) else { continue }
            do {
                guard let remote = try remote(source) else { continue }
                let lyrics = try await remote.lyrics(of: origin)
                if !lyrics.isEmpty { return lyrics }
            } catch let error as SourceFailure {
                failure = failure ?? error
            } catch is SourceError {
                // The source cannot be used as it is stored; a sync reports that.
            }
        }
        if let failure { throw failure }
        return .none
    }
}
