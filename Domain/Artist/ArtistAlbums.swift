/// The albums of an artist, latest release first.
public struct ArtistAlbums: Equatable, Sendable {
    /// The albums whose artist it is.
    public var own: [Album]
    /// The albums of others with a song of the artist.
    public var appearances: [Album]
    /// Whether the artist has more albums than these.
    public var hasMore: Bool

    public init(own: [Album] = [], appearances: [Album] = [], hasMore: Bool = false) {
        self.own = own
        self.appearances = appearances
        self.hasMore = hasMore
    }

    /// Separates the first `limit` albums of an artist.
    init(_ albums: [Album], of artist: String, limit: Int) {
        let name = ArtistName(artist)
        let shown = albums.prefix(limit)
        self.init(
            own: shown.filter { ArtistName($0.artist) == name },
            appearances: shown.filter { ArtistName($0.artist) != name }, hasMore: limit > 0 && albums.count > limit)
    }

    /// Orders an artist's songs as the artist's page shows the albums: the artist's own ones, latest release first, then
    /// those of others; each in the order of its tracks. Songs without an album come last.
    ///
    /// O(n log n).
    package static func ordered(_ songs: [Music], by artist: String) -> [Music] {
        let tracks = Dictionary(
            grouping: MusicQuery(order: .album).results(from: songs), by: AlbumGroups(of: songs).id)
        let found = AlbumQuery(order: .newest).results(from: songs)
        let albums = ArtistAlbums(found, of: artist, limit: found.count)
        return (albums.own + albums.appearances).flatMap { tracks[$0.id] ?? [] } + (tracks[nil] ?? [])
    }
}

extension GetMusicUsecase {
    /// Returns all songs of an artist that match a query, in the order of `ArtistAlbums.ordered`, regardless of the query's
    /// order and window.
    public func songs(by artist: String, in query: MusicQuery = MusicQuery()) async throws -> [Music] {
        var all = query
        (all.artist, all.order, all.window, all.includesDetails) = (artist, .album, .all, true)
        var songs: [Music] = []
        for try await batch in batches(of: all) { songs += batch }
        return ArtistAlbums.ordered(songs, by: artist)
    }
}

extension GetAlbumsUsecase {
    /// Returns the albums that lists of artists count for an artist, latest release first. For an artist without albums,
    /// returns those of others with a song of the artist.
    public func albums(ofArtist name: String) async throws -> [Album] {
        var all: [Album] = []
        for try await batch in batches(of: AlbumQuery(artist: name, order: .newest)) { all += batch }
        let albums = ArtistAlbums(all, of: name, limit: all.count)
        return albums.own.isEmpty ? albums.appearances : albums.own
    }
}
