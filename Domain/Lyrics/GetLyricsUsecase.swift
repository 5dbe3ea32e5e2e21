/// Gets the lyrics of a song, if the listener may see the song.
public struct GetLyricsUsecase: Sendable {
    private let repository: any LyricsRepository
    private let listener: Listener

    public init(repository: any LyricsRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Throws `MusicError.notFound`, for a hidden song and for an unknown one: no caller can tell them apart.
    public func execute(of id: MusicID) async throws -> Lyrics {
        try await repository.lyrics(of: id, allowing: listener.filter)
    }
}
