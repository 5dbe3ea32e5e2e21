public import FermataDomain

/// A row of the list of artists: those of songs or those of albums.
public struct ListedArtistCellModel: Equatable, Sendable, Identifiable {
    /// The name, which is unique: names that compare equal are one artist.
    public let name: String
    private let songCount: Int?
    private let albumCount: Int?
    /// What a person has set on the artist.
    var annotations: SubjectAnnotations

    public init(_ artist: AnnotatedArtist) {
        (name, songCount, albumCount) = (artist.artist.name, artist.artist.trackCount, nil)
        annotations = artist.annotations
    }

    public init(_ artist: AlbumArtistCount, _ annotations: SubjectAnnotations = SubjectAnnotations()) {
        (name, songCount, albumCount) = (artist.name, nil, artist.albumCount)
        self.annotations = annotations
    }

    public var id: String { name }
    /// `12 songs` or `3 albums`.
    public var countText: String {
        songCount.map { CountText($0, "song").text } ?? albumCount.map { CountText($0, "album").text } ?? ""
    }
    public var isBookmarked: Bool { annotations.isBookmarked }
    /// `bookmarked, ★★★★☆`; empty without annotations.
    package var marksText: String {
        AnnotationText.text(isBookmarked: isBookmarked, stars: rating?.stars)
    }
    public var rating: Rating? { annotations.rating }
    /// The row as one sentence for a screen reader.
    public var accessibilityLabel: String {
        "\(name.onOneLine), artist, \(countText)\(isBookmarked ? ", bookmarked" : "")"
    }
}

/// The keys of an artist. An artist of songs has no number of albums, and one of albums no number of songs.
public enum ListedArtistField: String, RowField {
    case name, songs, albums, bookmarked, rating

    public var valueKind: FieldKind {
        switch self {
        case .name: .text
        case .bookmarked: .flag
        case .rating: .shortNumber
        case .songs, .albums: .number
        }
    }
}

extension ListedArtistCellModel: RowModel {
    public func value(of field: ListedArtistField) -> FieldValue {
        switch field {
        case .name: .text(name)
        case .songs: FieldValue(songCount)
        case .albums: FieldValue(albumCount)
        case .bookmarked: .flag(isBookmarked)
        case .rating: FieldValue(rating?.rawValue)
        }
    }

    package static let table = makeTable()
    /// The table of artists that were rated.
    package static let ratedTable = makeTable(showsRatings: true)

    private static func makeTable(showsRatings: Bool = false) -> TableModel<ListedArtistCellModel> {
        TableModel(
            [
                .init("", .fixed(3), priority: 2) { .marks($0.marks) },
                .init("Name", .share(4), priority: 4) { .plain($0.name) },
                .init("Music", .fixed(15), .trailing, priority: 1, key: "songs") { .plain($0.countText) },
                .init(
                    "Rating", .fixed(6), priority: showsRatings ? 3 : 0,
                    minimumTableWidth: showsRatings ? 0 : TableColumn.wideTable
                ) { .plain($0.rating?.stars ?? "") },
            ], emptyText: .artists())
    }

    private var marks: MusicMarks {
        MusicMarks(isBookmarked: isBookmarked, isDownloaded: false, isExplicit: false)
    }
}

extension EmptyListText {
    /// A list of the artists whose names contain a text.
    package static func artists(named text: String = "", areBookmarked: Bool = false) -> EmptyListText {
        if areBookmarked {
            return EmptyListText(
                "No artist is bookmarked yet.", commandLine: "Bookmark one with: fermata bookmark --artist NAME")
        }
        return text.isEmpty
            ? EmptyListText("No song names an artist yet.")
            : EmptyListText("No artist has “\(text.onOneLine)” in the name.")
    }
}

/// Provides the list of artists.
public struct ArtistListDataSource: Sendable {
    private let getArtists: GetArtistsUsecase
    private let getAlbums: GetAlbumsUsecase

    public init(getArtists: GetArtistsUsecase, getAlbums: GetAlbumsUsecase) {
        self.getArtists = getArtists
        self.getAlbums = getAlbums
    }

    /// Returns a window of the bookmarked artists whose names contain a text.
    public func bookmarked(named text: String = "", window: Window) async throws -> [ListedArtistCellModel] {
        try await getArtists.bookmarked(named: text, window: window).map { ListedArtistCellModel($0) }
    }

    /// Returns a window of the artists whose names contain a text: those of songs or, if `ofAlbums`, those of albums.
    public func list(
        named text: String = "", ofAlbums: Bool = false, window: Window
    ) async throws -> [ListedArtistCellModel] {
        guard ofAlbums else {
            return try await getArtists.execute(named: text, window: window).map { ListedArtistCellModel($0) }
        }
        let artists = try await getAlbums.albumArtists(named: text, window: window)
        return try await getArtists.annotated(artists).map { ListedArtistCellModel($0.artist, $0.annotations) }
    }

    /// Returns a window of the artists as `list` does, and how many there are if the window has the last one, or if
    /// `isCounted` requests it.
    package func window(
        named text: String, ofAlbums: Bool, in window: Window, isCounted: Bool
    ) async throws -> (rows: [ListedArtistCellModel], total: Int?) {
        let limit = window.limit.map { $0 + 1 }
        let rows = try await list(
            named: text, ofAlbums: ofAlbums, window: Window(offset: window.offset, limit: limit))
        if rows.count < limit ?? .max, !rows.isEmpty || window.offset == 0 { return (rows, window.offset + rows.count) }
        let shown = Array(rows.prefix(window.limit ?? .max))
        guard isCounted || rows.isEmpty else { return (shown, nil) }
        let total =
            ofAlbums ? try await getAlbums.albumArtists(named: text).count : try await getArtists.count(named: text)
        return (shown, total)
    }

    /// Returns rows of an artist's page, the related artists with what a person has set on them.
    package func annotating(_ rows: [ArtistCellModel]) async throws -> [ArtistCellModel] {
        let names = rows.compactMap { if case .relatedArtist(let row) = $0 { row.name } else { nil } }
        if names.isEmpty { return rows }
        let known = try await getArtists.execute(of: names)
        return rows.map { row in
            guard case .relatedArtist(var artist) = row else { return row }
            let same = known.first { ArtistName($0.artist.name) == ArtistName(artist.name) }
            artist.annotations = same?.annotations ?? artist.annotations
            return .relatedArtist(artist)
        }
    }
}
