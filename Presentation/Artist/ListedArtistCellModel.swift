public import FermataDomain

/// A row of the list of artists: those of songs or those of albums.
public struct ListedArtistCellModel: Equatable, Sendable, Identifiable {
    /// The name, which is unique: names that compare equal are one artist.
    public let name: String
    private let songCount: Int?
    private let albumCount: Int?

    public init(_ artist: Artist) { (name, songCount, albumCount) = (artist.name, artist.trackCount, nil) }

    public init(_ artist: AlbumArtistCount) { (name, songCount, albumCount) = (artist.name, nil, artist.albumCount) }

    public var id: String { name }
    /// `12 songs` or `3 albums`.
    public var countText: String {
        songCount.map { CountText($0, "song").text } ?? albumCount.map { CountText($0, "album").text } ?? ""
    }
    /// The row as one sentence for a screen reader.
    public var accessibilityLabel: String { "\(name.onOneLine), artist, \(countText)" }
}

/// The keys of an artist. An artist of songs has no number of albums, and one of albums no number of songs.
public enum ListedArtistField: String, RowField {
    case name, songs, albums

    public var valueKind: FieldKind {
        switch self {
        case .name: .text
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
        }
    }

    package static let table = TableModel<ListedArtistCellModel>(
        [
            .init("Name", .share(4), priority: 2) { .plain($0.name) },
            .init("Music", .fixed(15), .trailing, priority: 1, key: "songs") { .plain($0.countText) },
        ], emptyText: .artists())
}

extension EmptyListText {
    /// A list of the artists whose names contain a text.
    package static func artists(named text: String = "") -> EmptyListText {
        text.isEmpty
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

    /// Returns a window of the artists whose names contain a text: those of songs or, if `ofAlbums`, those of albums.
    public func list(
        named text: String = "", ofAlbums: Bool = false, window: Window
    ) async throws -> [ListedArtistCellModel] {
        ofAlbums
            ? try await getAlbums.albumArtists(named: text, window: window).map { ListedArtistCellModel($0) }
            : try await getArtists.execute(named: text, window: window).map { ListedArtistCellModel($0) }
    }
}
