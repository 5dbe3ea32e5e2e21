public import FermataDomain

/// A row of a playlist, among all playlists or on an artist's page.
public struct PlaylistCellModel: Equatable, Sendable, Identifiable {
    let playlist: Playlist
    /// The number of an artist's songs in it; nil outside an artist's page.
    let artistSongCount: Int?

    public init(_ playlist: Playlist, artistSongCount: Int? = nil) {
        self.playlist = playlist
        self.artistSongCount = artistSongCount
    }

    public var id: PlaylistID { playlist.id }
    public var name: String { playlist.name }
    public var source: String { playlist.source }
    /// The number of its songs that the listener may see.
    public var count: Int { playlist.count }
    public var countText: String { CountText(playlist.count, "song").text }
    /// `3 by this artist`; empty outside an artist's page.
    public var sharedText: String { artistSongCount.map { CountText.grouped($0) + " by this artist" } ?? "" }
    /// `2 not in the library`; empty if none is missing.
    public var missingText: String {
        playlist.missing > 0 ? CountText.grouped(playlist.missing) + " not in the library" : ""
    }

    /// The number of songs, and of those that are missing: `7 songs, 2 not in the library`.
    public var availabilityText: String { [countText, missingText].filter { !$0.isEmpty }.joined(separator: ", ") }

    /// `7 songs, 3 by this artist`, shown beside its name.
    public var detailText: String { [countText, sharedText].filter { !$0.isEmpty }.joined(separator: ", ") }

    /// The row as one sentence for a screen reader, without unknown values.
    public var accessibilityLabel: String {
        let parts = [name.onOneLine, "playlist of " + source.onOneLine, countText, sharedText, missingText]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// The keys of a row of the list of playlists.
public enum PlaylistField: String, RowField {
    case id, name, source, count, missing

    public var valueKind: FieldKind {
        switch self {
        case .count, .missing: .number
        case .id, .name, .source: .text
        }
    }
}

extension PlaylistCellModel: RowModel {
    public func value(of field: PlaylistField) -> FieldValue {
        switch field {
        case .id: .text(playlist.id.description)
        case .name: .text(name)
        case .source: .text(source)
        case .count: .integer(playlist.count)
        case .missing: .integer(playlist.missing)
        }
    }

    package static let table = TableModel<PlaylistCellModel>(
        [
            .init("Name", .share(4), priority: 4) { .plain($0.name) },
            .init("Songs", .fixed(13), .trailing, priority: 3, key: "count") { .plain($0.countText) },
            .init("Missing", .fixed(24), priority: 1) { .plain($0.missingText) },
            .init("Source", .share(2), priority: 2) { .plain($0.source) },
        ], emptyText: .playlists())
}

extension EmptyListText {
    /// A list of the playlists whose names contain a text.
    package static func playlists(named text: String = "") -> EmptyListText {
        EmptyListText(
            text.isEmpty ? "No source has playlists yet." : "No playlist has “\(text.onOneLine)” in its name.")
    }

    /// A playlist whose music the library does not have.
    package static let playlist = EmptyListText("None of its music is in the library.")
}
