public import FermataDomain

/// Provides lists of albums and genres, and the tracks of an album.
public struct AlbumListDataSource: Sendable {
    private let getAlbums: GetAlbumsUsecase
    private let getMusic: GetMusicUsecase

    public init(getAlbums: GetAlbumsUsecase, getMusic: GetMusicUsecase) {
        self.getAlbums = getAlbums
        self.getMusic = getMusic
    }

    /// Returns the window of a query in batches of rows, all read from one state of the library.
    public func batches(of query: AlbumQuery) -> any AsyncSequence<[AlbumCellModel], any Error> & Sendable {
        getAlbums.batches(of: query).rows { AlbumCellModel($0) }
    }

    /// Returns the rows of a window, and the number of all rows if that is known at once or `isCounted` is true.
    public func window(of query: AlbumQuery, isCounted: Bool = false) async throws -> AlbumListWindow {
        let window = try await getAlbums.window(of: query, isCounted: isCounted)
        return AlbumListWindow(rows: window.albums.map { AlbumCellModel($0) }, total: window.total)
    }

    /// The text about albums and genres with names close to the words of a search that finds no album; nil if there are
    /// none.
    public func closeNamesText(of query: AlbumQuery) async throws -> String? {
        guard query.window.offset == 0, query.window.limit != 0, !query.text.isEmpty else { return nil }
        let close = try await getAlbums.closeNames(of: query)
        return ProblemModel.closeNamesText(
            close.genres.map { SearchQuery.text(.genre, containing: $0.name) }
                + close.albums.map { ProblemModel.Candidate($0).text })
    }

    /// The number of rows of a query without its window.
    public func count(_ query: AlbumQuery) async throws -> Int { try await getAlbums.count(query) }

    /// Returns the one album with the typed name or id, or whose name contains the text. Throws `AlbumError`.
    public func find(_ typed: String, by artist: String? = nil) async throws -> AlbumCellModel {
        AlbumCellModel(try await getAlbums.find(typed, by: artist))
    }

    /// Returns the album with an id. Throws `AlbumError`.
    public func find(id: AlbumID) async throws -> AlbumCellModel { AlbumCellModel(try await getAlbums.find(id: id)) }

    /// Returns the album of the song whose id begins with the text. Throws `MusicError` and `AlbumError`.
    public func find(ofSong typed: String) async throws -> AlbumCellModel {
        AlbumCellModel(try await getAlbums.album(of: try await getMusic.find(typed)))
    }

    /// Returns the songs of the album that `find` returns, or of all albums of one name if only these match.
    ///
    /// Throws `AlbumError`.
    public func selection(_ typed: String, by artist: String? = nil) async throws -> AlbumSelection {
        do {
            return try await find(typed, by: artist).selection
        } catch AlbumError.ambiguousName(_, let candidates) where candidates.isOfOneName {
            return AlbumSelection(candidates[0].name)
        }
    }

    /// Returns a window of the tracks of a row's album, in their order and in batches of rows.
    public func batches(
        of row: AlbumCellModel, window: Window = .all
    ) -> any AsyncSequence<[MusicCellModel], any Error> & Sendable {
        getMusic.batches(of: MusicQuery(album: row.selection, order: .album, window: window))
            .rows(MusicCellModel.init)
    }

    /// Returns the years of the earliest and the latest release; nil if no album has a date.
    public func years() async throws -> ClosedRange<Int>? {
        var query = AlbumQuery(order: .newest, window: Window(limit: 1))
        guard let latest = try await getAlbums.window(of: query).albums.first?.released?.year else { return nil }
        query.isReversed = true
        let earliest = try await getAlbums.window(of: query).albums.first?.released?.year
        return min(earliest ?? latest, latest)...latest
    }

    /// Returns a window of the genres, those with most songs first.
    public func genres(in order: GenreOrder = .songs, window: Window = .all) async throws -> GenreWindow {
        let all = try await getAlbums.genres(in: order)
        let rows = all.dropFirst(window.offset).prefix(window.limit ?? .max).map { GenreCellModel($0) }
        return GenreWindow(rows: rows, total: all.count)
    }
}

/// A window of a list of albums.
public struct AlbumListWindow: Equatable, Sendable {
    public let rows: [AlbumCellModel]
    /// The number of all rows; nil if more rows follow and they are not counted.
    public let total: Int?
}

extension [Album] {
    /// Whether the names of all albums compare equal.
    fileprivate var isOfOneName: Bool { allSatisfy { ArtistName($0.name) == ArtistName(self[0].name) } }
}
