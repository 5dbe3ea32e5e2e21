/// What the library knows of artists, beside their music.
///
/// Each answer is about what a filter allows: music that is left out counts for nothing.
public protocol ArtistRepository: Sendable {
    /// Artists whose name holds a text, by sort keys and in their order, `limit` at the most.
    ///
    /// An artist who is called just that is the only answer, and where the filter leaves them nothing there is none.
    /// Music without an artist's name has none.
    func artists(named text: String, allowing filter: ExplicitFilter, limit: Int) async throws -> [Artist]

    /// The playlists that hold the artist's music.
    ///
    /// Those with most of it first, then as `PlaylistRepository` does.
    func playlists(
        holding artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [ArtistPlaylist]

    /// Whoever shares playlists with the artist, closest first, by the rule of `RelatedArtists`.
    func relatedArtists(
        to artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [RelatedArtist]
}

/// A playlist that holds an artist's music.
public struct ArtistPlaylist: Equatable, Sendable {
    public var playlist: Playlist
    /// How much of the artist's music it holds.
    public var shared: Int

    public init(playlist: Playlist, shared: Int) {
        self.playlist = playlist
        self.shared = shared
    }
}
