/// A request for albums: filters, order and window.
public struct AlbumQuery: Hashable, Sendable {
    /// A search in the language of `SearchQuery`. An album matches if one of its songs matches all terms, except that
    /// `is:bookmarked` and `rating:` find the album's own bookmark and rating.
    ///
    /// Words are searched in the song's artist, the album's artist and the album's name, but not in the song's title,
    /// which `title:` searches. `artist:` searches in both artists.
    public var text: String
    /// The name of the album's artist or of an artist of one of its songs, compared as `ArtistName` does.
    public var artist: String?
    /// Whether to return only bookmarked albums.
    public var bookmarkedOnly: Bool
    public var order: AlbumOrder
    /// Reverses the order; albums with an unknown date, or that were never played, stay last.
    public var isReversed: Bool
    public var explicit: ExplicitFilter
    public var window: Window

    public init(
        text: String = "", artist: String? = nil, bookmarkedOnly: Bool = false, order: AlbumOrder = .relevance,
        isReversed: Bool = false, explicit: ExplicitFilter = .all, window: Window = .all
    ) {
        self.text = text
        self.artist = artist
        self.bookmarkedOnly = bookmarkedOnly
        self.order = order
        self.isReversed = isReversed
        self.explicit = explicit
        self.window = window
    }
}

/// The orders of albums; equal albums follow in the order of the name's sort key, that of the artist, then id.
///
/// `AlbumQuery+Meaning.swift` states them.
public enum AlbumOrder: Hashable, Sendable {
    /// By the best `SearchRank` of a matching song, which compares the words with the album's name and artist. Without
    /// words to compare, by name.
    case relevance
    case name
    /// By the album's artist, then the latest release first, albums without a date last.
    case artist
    /// Latest release first.
    case newest
    /// Latest addition to the library first.
    case added
    /// Latest play first.
    case played
    /// Most plays first.
    case plays
    /// Shuffled: each seed makes another order. See `RandomOrder`.
    case random(seed: UInt64)
}

/// The random order of ids, of which a first page is found without reading all ids.
///
/// Ids are hashes, so that those with the same first bits are a random sample. These groups are shuffled, and the ids
/// within each.
package enum RandomOrder {
    /// How many first bits of the 63 of an id the ids of a group share.
    package static let groupBits = 10

    /// The group of an id.
    package static func group(of id: AlbumID) -> UInt64 { id.value >> (63 - UInt64(groupBits)) }

    /// The ids of a group.
    package static func ids(of group: UInt64) -> ClosedRange<AlbumID> {
        let first = group << (63 - UInt64(groupBits))
        return AlbumID(first)...AlbumID(first | (1 << (63 - UInt64(groupBits)) - 1))
    }

    /// All groups in the order of a seed.
    package static func groups(seed: UInt64) -> [UInt64] {
        (0..<1 << UInt64(groupBits)).sorted { place(ofGroup: $0, seed: seed) < place(ofGroup: $1, seed: seed) }
    }

    /// The place of an id among those of its group.
    package static func place(of id: AlbumID, seed: UInt64) -> UInt64 { (id.value ^ seed.mixed).mixed }

    /// The place of a group; different groups have different places.
    static func place(ofGroup group: UInt64, seed: UInt64) -> UInt64 { (group &+ seed.mixed).mixed }
}
