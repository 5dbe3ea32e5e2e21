/// The albums of the library.
///
/// Every method ignores music that its filter does not allow.
public protocol AlbumRepository: Sendable {
    /// Returns the window of a query in batches, all read from one state of the library.
    ///
    /// Each iteration starts a new read, at most two batches ahead of its consumer. Cancelling its task or dropping its
    /// iterator ends the read.
    func batches(of query: AlbumQuery) -> any AsyncSequence<[Album], any Error> & Sendable

    /// Returns how many albums pass the filters of a query, regardless of its window.
    func count(_ query: AlbumQuery) async throws -> Int

    /// Returns at most `limit` albums that match a name or id that a person types.
    ///
    /// The result is the first of these groups that is not empty: exactly this name or id, names that contain the text,
    /// ids that begin with it. Names are compared by sort keys, and those without a key by their text. An artist
    /// restricts names as `AlbumQuery.artist` does. The order is `AlbumOrder.name`.
    func albums(
        matching text: String, by artist: String?, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Album]

    /// Returns the album with an id, or with that which it has while its name has fewer or more releases; nil if there is
    /// none.
    func album(_ id: AlbumID, allowing filter: ExplicitFilter) async throws -> Album?

    /// Returns the albums of those of some songs whose names of album and artist are those of several albums.
    ///
    /// `songs` have the ids of the albums that they would have if these were one.
    func albumsAmongNamesakes(of songs: [MusicID: AlbumID]) async throws -> [MusicID: AlbumID]

    /// Returns a window of the genres with their counts, in order.
    func genres(in order: GenreOrder, allowing filter: ExplicitFilter, window: Window) async throws -> [Genre]

    /// Returns a window of the artists of albums whose name contains a text, compared as `ArtistName.contains` does.
    ///
    /// The order is that of `ArtistName`. Albums without an artist's name are ignored, and with a source those without a
    /// song of it.
    func albumArtists(
        nameContaining text: String, from source: String?, allowing filter: ExplicitFilter, window: Window
    ) async throws -> [AlbumArtistCount]
}

/// An artist of albums.
public struct AlbumArtistCount: Equatable, Sendable {
    /// The spelling of the artist's first album in `AlbumOrder.artist`.
    public var name: String
    public var albumCount: Int
    /// The first of these albums with artwork.
    public var artwork: AlbumID?

    public init(name: String, albumCount: Int, artwork: AlbumID? = nil) {
        self.name = name
        self.albumCount = albumCount
        self.artwork = artwork
    }
}
