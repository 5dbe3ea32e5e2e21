/// A request for music: filters, order and window.
public struct MusicQuery: Hashable, Sendable {
    /// A search in the language of `SearchQuery`.
    public var text: String
    public var bookmarkedOnly: Bool
    public var downloadedOnly: Bool
    /// An artist's name, compared as `ArtistName` does with the artist and the single artists of each song.
    public var artist: String?
    public var album: AlbumSelection?
    /// The name of a source.
    public var source: String?
    public var order: SortOrder
    /// Reverses the order; songs with an unknown date or popularity, or that were never played or rated, stay
    /// last.
    public var isReversed: Bool
    public var bookmarkedFirst: Bool
    public var explicit: ExplicitFilter
    public var window: Window
    /// Whether to read all values of the songs, not only their id, names, duration and marks, which is faster.
    ///
    /// If false, a repository may omit the other values.
    public var includesDetails: Bool

    public init(
        text: String = "", bookmarkedOnly: Bool = false, downloadedOnly: Bool = false, artist: String? = nil,
        album: AlbumSelection? = nil, source: String? = nil, order: SortOrder = .relevance, isReversed: Bool = false,
        bookmarkedFirst: Bool = false,
        explicit: ExplicitFilter = .all, window: Window = .all, includesDetails: Bool = true
    ) {
        self.text = text
        self.bookmarkedOnly = bookmarkedOnly
        self.downloadedOnly = downloadedOnly
        self.artist = artist
        self.album = album
        self.source = source
        self.order = order
        self.isReversed = isReversed
        self.bookmarkedFirst = bookmarkedFirst
        self.explicit = explicit
        self.window = window
        self.includesDetails = includesDetails
    }
}

extension MusicQuery {
    /// The order by relevance without words to compare: that of the tracks of an album, else by title.
    var orderWithoutWords: SortOrder { album == nil ? .title : .album }

    /// The orders that differ for the query: without words to compare, relevance is another of the orders.
    public var distinctOrders: [SortOrder] {
        SortOrder.allCases.filter { $0 != .relevance || !SearchQuery(text).words.isEmpty }
    }

    /// The order as one of the distinct ones.
    public var distinctOrder: SortOrder { distinctOrders.contains(order) ? order : orderWithoutWords }
}

/// The orders of music; equal songs follow in the order of the title's sort key, then title, then id.
///
/// `MusicQuery+Meaning.swift` states them; the article “Adding a sort order” lists what else an order needs.
public enum SortOrder: String, Equatable, Sendable, CaseIterable {
    /// By `SearchRank`, most popular first within a rank. Without words to compare, the songs of a selected album are
    /// in the order of its tracks, and others by title.
    case relevance
    case title, artist
    /// By album, then `AlbumArtist`, then the id of the `Album` if several have equal names, disc and track.
    ///
    /// The songs of an album stay together. The albums are those of all songs, whatever the filter.
    case album
    /// Most popular first.
    case popular
    /// Latest release first.
    case newest
    /// Latest addition to the library first.
    case added
    /// Latest play first.
    case played
    /// Most plays first.
    case plays
    /// Highest rating first.
    case rating
}
