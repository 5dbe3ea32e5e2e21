public import Foundation

/// An ordered list of music: one that a source provides, or one of the library's own.
public struct Playlist: Equatable, Sendable, Identifiable {
    /// What the songs of a playlist follow from.
    public enum Origin: Equatable, Sendable {
        /// The source of this name provides the playlist, which can be copied but not changed.
        case source(String)
        /// People choose the songs of this playlist, one of the library's own.
        case own
        /// The songs are the present results of a search. The playlist is one of the library's own.
        case search(SavedSearch)

        var source: String? { if case .source(let name) = self { name } else { nil } }
        package var search: SavedSearch? { if case .search(let search) = self { search } else { nil } }
    }

    public let id: PlaylistID
    public var name: String
    public var origin: Origin
    /// Whether libraries that read this one, such as those of accounts, get a copy; true for those of sources.
    public var isShared: Bool
    /// What people say about it; empty without a comment.
    public var comment: String
    /// When the library got it, rounded down to seconds; nil if that is unknown.
    public var created: Date?
    /// When its name, comment, sharing or entries last changed, rounded down to seconds; nil if that is unknown.
    public var changed: Date?
    /// How many of its songs the library contains and the listener may see; nil until they are counted.
    public var count: Int?
    /// How many of its songs the library does not contain; 0 until they are counted.
    public var missing: Int
    /// The duration of the songs that it counts; nil until it is added up.
    public var duration: Duration?

    public init(
        id: PlaylistID, name: String, origin: Origin, isShared: Bool = false, comment: String = "",
        created: Date? = nil, changed: Date? = nil, count: Int? = nil, missing: Int = 0
    ) {
        self.id = id
        self.name = name
        self.origin = origin
        self.isShared = isShared || origin.source != nil
        self.comment = comment
        (self.created, self.changed) = (created, changed)
        self.count = count
        self.missing = missing
    }

    /// Creates a playlist of a source.
    public init(id: PlaylistID, name: String, source: String, count: Int = 0, missing: Int = 0) {
        self.init(id: id, name: name, origin: .source(source), count: count, missing: missing)
    }

    /// The name of the source that provides it; nil for one of the library's own.
    public var source: String? { origin.source }

    /// The search of a saved search; nil for other playlists.
    public var search: SavedSearch? { origin.search }
}

/// A search that is stored under a name, and listed among the playlists.
///
/// Its songs are the present results. The language of `SearchQuery` has no key for playlists, so a search cannot name
/// itself.
public struct SavedSearch: Hashable, Sendable {
    /// A search in the language of `SearchQuery`; without terms, it finds all songs.
    public var text: String
    public var order: SortOrder
    public var isReversed: Bool
    /// The largest number of songs; nil for all results.
    public var limit: Int?

    public init(text: String = "", order: SortOrder = .relevance, isReversed: Bool = false, limit: Int? = nil) {
        self.text = text
        self.order = order
        self.isReversed = isReversed
        self.limit = limit.map { max(0, $0) }
    }

    /// The query for a window of the songs.
    func query(window: Window = .all) -> MusicQuery {
        let remaining = limit.map { max(0, $0 - window.offset) }
        return MusicQuery(
            text: text, order: order, isReversed: isReversed,
            window: Window(offset: window.offset, limit: [remaining, window.limit].compactMap(\.self).min()))
    }
}

/// The identity of a playlist: stable across syncs, unique across sources.
public struct PlaylistID: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let id: MusicID

    /// Drops the top bit, as `MusicID` does.
    public init(_ value: UInt64) {
        id = MusicID(value)
    }

    public var value: UInt64 { id.value }
    /// 16 hexadecimal digits.
    public var description: String { id.description }

    public static func < (lhs: PlaylistID, rhs: PlaylistID) -> Bool { lhs.id < rhs.id }
}

/// An error about one playlist.
public enum PlaylistError: Error, Equatable, Sendable {
    /// No playlist has this id, and no playlist's name contains the text.
    case notFound(String)
    /// Several playlists' names contain the text.
    case ambiguousName(String, candidates: [Playlist])
    /// A source provides the playlist of this name, so that only the source can change it.
    case ofSource(name: String)
    /// The playlist of this name is a saved search, so that its songs follow from the search.
    case ofSearch(name: String)
    /// The name is blank, or longer than the limit in bytes.
    case invalidName(limit: Int)
    /// Another playlist of the library's own has this name.
    case nameInUse(String)
    /// The playlist shows this many songs, and none at the position.
    case noPosition(Int, count: Int)
    /// The playlist shows another song at the position than the person has chosen, because it was changed meanwhile.
    case otherSong(position: Int)
    /// The queue has no songs to save.
    case emptyQueue
}
