/// Finds artists by the names under which they are compared.
public struct FindArtistUsecase: Sendable {
    private let artists: any ArtistRepository
    private let listener: Listener

    public init(artists: any ArtistRepository, listener: Listener) {
        (self.artists, self.listener) = (artists, listener)
    }

    /// Returns a spelling of the name of an artist of songs or albums.
    ///
    /// Throws `ArtistError.notFound`, also for an artist without music that the listener may see.
    public func spelling(of name: ArtistName) async throws -> String {
        guard let spelling = try await artists.spelling(of: name, allowing: listener.filter) else {
            throw ArtistError.notFound(name.raw ?? name.key.text)
        }
        return spelling
    }
}
