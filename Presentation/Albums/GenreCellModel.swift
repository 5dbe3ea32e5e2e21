public import FermataDomain

/// A row of a genre.
public struct GenreCellModel: Equatable, Sendable, Identifiable {
    let genre: Genre

    public init(_ genre: Genre) { self.genre = genre }

    /// The name, which is unique: names that compare equal are one genre.
    public var id: String { name }
    public var name: String { genre.name }
    public var songsText: String { CountText(genre.songCount, "song").text }
    public var albumsText: String { CountText(genre.albumCount, "album").text }
    /// `12 albums, 140 songs`
    public var detailText: String { "\(albumsText), \(songsText)" }
    /// The row as one sentence for a screen reader.
    public var accessibilityLabel: String { "\(name.onOneLine), genre, \(detailText)" }
}

/// The keys of a genre.
public enum GenreField: String, RowField {
    case name, songs, albums

    public var valueKind: FieldKind {
        switch self {
        case .name: .text
        case .songs, .albums: .number
        }
    }
}

extension GenreCellModel: RowModel {
    public func value(of field: GenreField) -> FieldValue {
        switch field {
        case .name: .text(name)
        case .songs: .integer(genre.songCount)
        case .albums: .integer(genre.albumCount)
        }
    }

    package static let table = TableModel<GenreCellModel>(
        [
            .init("Name", .share(4), priority: 3) { .plain($0.name) },
            .init("Songs", .fixed(11), .trailing, priority: 2) { .plain(CountText.grouped($0.genre.songCount)) },
            .init("Albums", .fixed(11), .trailing, priority: 1) { .plain(CountText.grouped($0.genre.albumCount)) },
        ], emptyText: .genres)
}

extension EmptyListText {
    /// A library whose songs name no genre.
    package static let genres = EmptyListText("No song names a genre yet.")
}

/// A window of the genres, and the number of all genres.
public struct GenreWindow: Equatable, Sendable {
    public let rows: [GenreCellModel]
    public let total: Int
}
