/// The artists of the library.
///
/// Every method ignores music that its filter does not allow. A song counts for the artist that it shows and for each
/// of its single artists.
public protocol ArtistRepository: Sendable {
    /// Returns up to `limit` artists whose name contains a text, compared by sort keys.
    ///
    /// Those whose name begins with the text come first, then those with a word that begins with it, then the others;
    /// in each group those with most songs, then the order of keys. A blank text matches all artists, in the order of
    /// keys.
    ///
    /// If no name contains the text, names are compared without spaces, as searches compare them: `acdc` finds AC/DC.
    /// Names that are equal without spaces exclude the others.
    ///
    /// If an artist has exactly this name and music that the filter allows, the result contains no other. Music without
    /// an artist's name is ignored.
    func artists(nameContaining text: String, allowing filter: ExplicitFilter, limit: Int) async throws -> [Artist]

    /// Returns how many artists `artists(nameContaining:allowing:limit:)` finds without a limit.
    func count(nameContaining text: String, allowing filter: ExplicitFilter) async throws -> Int

    /// Returns the artists of exactly these names that have music which the filter allows, in the order of the names.
    ///
    /// O(n log m) for n names and m songs.
    func artists(named names: [String], allowing filter: ExplicitFilter) async throws -> [Artist]

    /// Returns a spelling of the name of an artist of songs, single or not, or of albums; nil if no music that the
    /// filter allows has one.
    func spelling(of name: ArtistName, allowing filter: ExplicitFilter) async throws -> String?

    /// Returns up to `limit` artists whose name, or a word of it, begins with a text, compared by sort keys.
    ///
    /// Only artists that songs show count, because a search finds songs by these.
    /// Those whose name begins with it come first; in each group those with most songs, then the order of keys. A text
    /// without a key matches no name.
    func artists(
        beginningWith text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Artist]

    /// Returns up to `limit` playlists that contain the artist's music.
    ///
    /// Playlists with most of it come first; equal ones in the order of `PlaylistRepository`.
    func playlists(
        withMusicBy artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [ArtistPlaylist]

    /// Returns up to `limit` artists who share playlists with the artist, closest first, as `RelatedArtists` defines.
    func relatedArtists(
        to artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [RelatedArtist]
}

/// A playlist that contains an artist's music.
public struct ArtistPlaylist: Equatable, Sendable {
    public var playlist: Playlist
    /// How many entries of the playlist are by the artist.
    public var artistSongCount: Int

    public init(playlist: Playlist, artistSongCount: Int) {
        self.playlist = playlist
        self.artistSongCount = artistSongCount
    }
}
