/// Gets the artwork of a song that the listener may see.
public struct GetArtworkUsecase: Sendable {
    private let music: any MusicRepository
    private let artwork: any ArtworkRepository
    private let listener: Listener

    public init(music: any MusicRepository, artwork: any ArtworkRepository, listener: Listener) {
        self.music = music
        self.artwork = artwork
        self.listener = listener
    }

    /// Returns the artwork, or nil if the song has none.
    ///
    /// Throws `MusicError.notFound` or `SourceFailure`.
    public func execute(_ id: MusicID) async throws -> ArtworkImage? {
        try await artwork.artwork(of: try await music.music(id, allowedBy: listener))
    }
}
