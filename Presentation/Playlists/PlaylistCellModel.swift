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
    /// The source that provides it, or what it is otherwise: `own`, `saved search, shared`.
    public var originText: String {
        let shared = playlist.isShared ? ", shared" : ""
        return switch playlist.origin {
        case .source(let name): name
        case .own: "own" + shared
        case .search: "saved search" + shared
        }
    }

    /// `Playlist of radio`, `Own playlist`, `Saved search`.
    public var kindText: String { lowercaseKindText.firstLetterUppercased }

    var lowercaseKindText: String {
        switch playlist.origin {
        case .source(let name): "playlist of " + name
        case .own: "own playlist"
        case .search: "saved search"
        }
    }

    /// The number of its songs that the listener may see; nil until they are counted.
    public var count: Int? { playlist.count }
    /// `7 songs`; empty if they are not counted.
    public var countText: String { playlist.count.map { CountText($0, "song").text } ?? "" }
    /// Whether people can change it: a source can only be asked for its playlists.
    public var isOwn: Bool { playlist.source == nil }
    /// Whether people choose its songs.
    package var hasOwnSongs: Bool { playlist.origin == .own }
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
        let parts = [name.onOneLine, lowercaseKindText.onOneLine, countText, sharedText, missingText]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// The keys of a row of the list of playlists.
public enum PlaylistField: String, RowField {
    case id, name, source, count, missing
    /// `source`, `own` or `search`.
    case kind
    /// The text of a saved search.
    case query

    public var valueKind: FieldKind {
        switch self {
        case .count, .missing: .number
        case .id, .name, .source, .kind, .query: .text
        }
    }
}

extension PlaylistCellModel: RowModel {
    public func value(of field: PlaylistField) -> FieldValue {
        switch field {
        case .id: .text(playlist.id.description)
        case .name: .text(name)
        case .source: FieldValue(playlist.source)
        case .count: FieldValue(playlist.count)
        case .missing: .integer(playlist.missing)
        case .kind: .text(kind)
        case .query: playlist.search.map { .text($0.text) } ?? .none
        }
    }

    private var kind: String {
        switch playlist.origin {
        case .source: "source"
        case .own: "own"
        case .search: "search"
        }
    }

    package static let table = TableModel<PlaylistCellModel>(
        [
            .init("Name", .share(4), priority: 4) { .plain($0.name) },
            .init("Songs", .fixed(13), .trailing, priority: 3, key: "count") { .plain($0.countText) },
            .init("Missing", .fixed(24), priority: 1) { .plain($0.missingText) },
            .init("Source", .share(2), priority: 2) { .plain($0.originText) },
        ], emptyText: .playlists())
}

extension EmptyListText {
    /// A list of the playlists whose names contain a text.
    package static func playlists(named text: String = "") -> EmptyListText {
        EmptyListText(
            text.isEmpty ? "There are no playlists yet." : "No playlist has “\(text.onOneLine)” in its name.",
            commandLine: text.isEmpty ? "Make one with: fermata playlist new NAME WORDS" : "",
            web: text.isEmpty
                ? "Make one with “\(PlaylistEditingModel.new)”, or with “\(PlaylistEditingModel.add)” in the menu of a song."
                : "")
    }

    /// A playlist without music that the library has.
    package static func playlist(_ row: PlaylistCellModel) -> EmptyListText {
        switch row.playlist.origin {
        case .source: EmptyListText("None of its music is in the library.")
        case .own where row.playlist.missing > 0: EmptyListText("None of its music is in the library.")
        case .own:
            EmptyListText(
                "It has no songs yet.", commandLine: "Add some with: fermata playlist add NAME WORDS",
                web: "Add some with “\(PlaylistEditingModel.add)” in the menu of a song, an album or an artist.")
        case .search(let search): .music(MusicQuery(text: search.text))
        }
    }
}
