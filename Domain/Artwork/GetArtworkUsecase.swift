/// Gets the picture of music that the listener may have.
public struct GetArtworkUsecase: Sendable {
    private let music: any MusicRepository
    private let artwork: any ArtworkRepository
    private let listener: Listener

    public init(music: any MusicRepository, artwork: any ArtworkRepository, listener: Listener) {
        self.music = music
        self.artwork = artwork
        self.listener = listener
    }

    /// The picture, or nil where the music has none.
    ///
    /// Throws `MusicError.notFound`, `.restricted`, or `SourceFailure`.
    public func execute(_ id: MusicID) async throws -> ArtworkImage? {
        try await artwork.picture(of: try await music.music(id, allowedBy: listener))
    }
}
