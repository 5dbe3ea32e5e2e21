/// Gets the albums, genres and artists of albums that the listener may see.
public struct GetAlbumsUsecase: Sendable {
    private let repository: any AlbumRepository
    private let listener: Listener

    public init(repository: any AlbumRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns the window of a query in batches, all read from one state of the library.
    public func batches(of query: AlbumQuery) -> any AsyncSequence<[Album], any Error> & Sendable {
        repository.batches(of: allowed(query))
    }

    /// Returns how many albums match a query, regardless of its window.
    public func count(_ query: AlbumQuery) async throws -> Int { try await repository.count(allowed(query)) }

    /// Returns the window of a query, with the number of all matches if that does not delay the albums.
    ///
    /// The number is known if the list ends within the window, and for a query with a fast count. It is counted if the
    /// window has no albums, or if `isCounted` requests it.
    public func window(of query: AlbumQuery, isCounted: Bool = false) async throws -> AlbumWindow {
        let (offset, limit) = (query.window.offset, query.window.limit ?? .max)
        var withNext = query
        if limit < .max { withNext.window.limit = limit + 1 }
        var albums: [Album] = []
        for try await batch in batches(of: withNext) { albums += batch }
        if albums.count > limit {
            albums.removeLast()
        } else if !albums.isEmpty || offset == 0 {
            return AlbumWindow(albums: albums, total: offset + albums.count)
        }
        let counts = isCounted || albums.isEmpty || query.hasFastCount
        return AlbumWindow(albums: albums, total: counts ? try await count(query) : nil)
    }

    /// Finds the one album with the typed name or id, or else the one whose name contains the typed text.
    ///
    /// With an artist, finds only albums that `AlbumQuery.artist` selects. Throws `AlbumError.notFound`, also for a
    /// blank text and for an album without songs that the listener may see, or `.ambiguousName` with up to ten
    /// candidates.
    public func find(_ typed: String, by artist: String? = nil) async throws -> Album {
        guard !typed.isBlank else { throw AlbumError.notFound(typed) }
        let candidates = try await repository.albums(
            matching: typed, by: artist, allowing: listener.filter, limit: Candidates.limit)
        guard let album = candidates.first else {
            throw AlbumError.notFound(typed, close: try await albums(closeTo: typed, by: artist))
        }
        guard candidates.count == 1 else { throw AlbumError.ambiguousName(typed, candidates: candidates) }
        return album
    }

    /// Returns the albums and genres with names close to the words of a search that finds no album; see `CloseNames`.
    public func closeNames(of query: AlbumQuery) async throws -> (albums: [Album], genres: [Genre]) {
        let search = SearchQuery(query.text)
        let albums = try await albums(closeTo: search.texts.joined(separator: " "), by: query.artist)
        guard let genre = search.genres.first else { return (albums, []) }
        let genres = try await genres()
        return (albums, try await CloseNames.values(closeTo: genre, name: \.name) { _ in genres })
    }

    private func albums(closeTo typed: String, by artist: String?) async throws -> [Album] {
        try await CloseNames.values(closeTo: typed, name: \.name) { part in
            try await repository.albums(matching: part, by: artist, allowing: listener.filter, limit: Candidates.limit)
        }
    }

    /// Returns the album with an id.
    ///
    /// Throws `AlbumError.notFound`, also for an album without songs that the listener may see.
    public func find(id: AlbumID) async throws -> Album {
        guard let album = try await repository.album(id, allowing: listener.filter) else {
            throw AlbumError.notFound(id.description)
        }
        return album
    }

    /// Returns the album of a song.
    ///
    /// Throws `AlbumError.notFound` for a song without an album.
    public func album(of song: Music) async throws -> Album {
        guard let key = AlbumKey(of: song) else { throw AlbumError.notFound(song.album) }
        // The names of the song's album may be those of several albums, which differ in their releases.
        for release in [song.release.map(AlbumRelease.known) ?? .without, .any] {
            if let album = try await repository.album(AlbumID(key, release), allowing: listener.filter) { return album }
        }
        throw AlbumError.notFound(song.album)
    }

    /// Returns a window of the rated albums, the highest rating first, then by name. O(n log n) for n rated albums.
    public func highestRated(_ window: Window) async throws -> [Album] {
        var rated: [Album] = []
        let ratings = "\(Rating.one.rawValue)..\(Rating.five.rawValue)"
        for try await batch in batches(of: AlbumQuery(text: "rating:\(ratings)", order: .name)) { rated += batch }
        let sorted = rated.enumerated().sorted { lhs, rhs in
            let (left, right) = (lhs.element.annotations.rating, rhs.element.annotations.rating)
            return left == right ? lhs.offset < rhs.offset : (left?.rawValue ?? 0) > (right?.rawValue ?? 0)
        }
        return sorted.map(\.element).dropFirst(window.offset).prefix(window.limit ?? .max).map(\.self)
    }

    /// Returns the ids of the albums of songs, in their order; nil for a song without an album. Reads once.
    public func albumIDs(of songs: [Music]) async throws -> [AlbumID?] {
        let ids = songs.map(\.albumIDWithoutNamesakes)
        let known = zip(songs, ids).compactMap { song, id in id.map { (song.id, $0) } }
        let namesakes = try await repository.albumsAmongNamesakes(of: Dictionary(known) { first, _ in first })
        return zip(songs, ids).map { namesakes[$0.id] ?? $1 }
    }

    /// Returns a window of the genres with their counts, in order.
    public func genres(in order: GenreOrder = .songs, window: Window = .all) async throws -> [Genre] {
        try await repository.genres(in: order, allowing: listener.filter, window: window)
    }

    /// Returns a window of the artists of albums whose name contains a text, in the order of names; with a source, of those
    /// with a song of it.
    public func albumArtists(
        named text: String = "", from source: String? = nil, window: Window = .all
    ) async throws -> [AlbumArtistCount] {
        try await repository.albumArtists(
            nameContaining: text, from: source, allowing: listener.filter, window: window)
    }

    /// Returns the latest of an artist's last 20 albums that has artwork, also of those of others with a song of the artist.
    public func albumWithArtwork(ofArtist name: String) async throws -> Album? {
        let query = AlbumQuery(artist: name, order: .newest, window: Window(limit: 20))
        for try await batch in batches(of: query) {
            if let album = batch.first(where: { $0.artwork != nil }) { return album }
        }
        return nil
    }

    /// The query with the listener's filter.
    private func allowed(_ query: AlbumQuery) -> AlbumQuery {
        var query = query
        query.explicit = listener.filter
        return query
    }
}

/// A window of albums, and how many albums match its query.
public struct AlbumWindow: Equatable, Sendable {
    public var albums: [Album]
    /// The number of all matches; nil if more albums follow and counting them is slower than reading the window.
    public var total: Int?

    public init(albums: [Album], total: Int?) {
        self.albums = albums
        self.total = total
    }
}

extension AlbumQuery {
    /// Whether the matches are counted about as fast as a window of them is read: all albums, and those of an artist.
    public var hasFastCount: Bool { SearchQuery(text).terms.isEmpty }
}
