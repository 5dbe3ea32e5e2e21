import FermataDomain

/// A sort order in SQL, and the indexes from which a page is read without sorting.
///
/// Terms use allow-listed columns only. An index ends with the columns that filters need, so that it covers them.
struct MusicOrdering {
    fileprivate enum Term {
        case ascending(String), descending(String)
        /// Descending; unknown values come last in either direction.
        case descendingKnown(String)
    }

    private let name: String
    private let terms: [Term]
    /// Whether the order compares plays, so that songs that were never played come last in either direction.
    let isOfPlayedSongs: Bool

    /// The orders that have indexes of all music.
    static let all = SortOrder.allCases.filter { $0 != .relevance }.map(MusicOrdering.init)
        .filter { !$0.isOfPlayedSongs }
    /// The orders that have indexes of played songs.
    static let ofPlayedSongs = [MusicOrdering(.played), MusicOrdering(.plays)]

    /// Relevance alone is the order by title; see `MusicQuery.orderWithinRank`.
    init(_ order: SortOrder) {
        name = (order == .relevance ? .title : order).rawValue
        isOfPlayedSongs = order == .played || order == .plays
        let leading: [Term] =
            switch order {
            case .relevance, .title: []
            case .artist: [.ascending("artist_key")]
            case .album:
                [
                    .ascending("album_key"), .ascending("album_artist_key"), .ascending("disc"), .ascending("track"),
                ]
            case .popular: [.descendingKnown("popularity")]
            case .newest: [.descendingKnown("released")]
            case .added: [.descending("added")]
            case .played: [.descendingKnown("played")]
            case .plays: [.descendingKnown("plays")]
            }
        terms = leading + [.ascending("title_key"), .ascending(TitleOrder.column), .ascending("id")]
    }

    /// The terms of an `ORDER BY`.
    func terms(isReversed: Bool) -> String {
        terms.map { $0.sql(isReversed: isReversed) }.joined(separator: ", ")
    }

    /// The terms of an `ORDER BY` from the end: the exact reverse, unknown values first.
    func termsFromEnd(isReversed: Bool) -> String {
        terms.map { $0.sqlFromEnd(isReversed: isReversed) }.joined(separator: ", ")
    }

    /// The `CREATE INDEX` for all music. The artist index also covers counting names.
    var index: SQLIndex {
        let last = name == SortOrder.artist.rawValue ? "bookmarked, artist" : "bookmarked"
        return .init(name: "music_by_\(name)", on: "music(\(columns), \(last))")
    }

    /// The `CREATE INDEX` for bookmarked music; it is empty in a new library and costs nothing.
    var bookmarkIndex: SQLIndex {
        .init(name: "bookmarked_by_\(name)", on: "music(\(columns)) WHERE bookmarked = 1")
    }

    /// The `CREATE INDEX` for played songs; it is empty in a new library.
    var playedIndex: SQLIndex {
        .init(name: "played_by_\(name)", on: "music(\(columns), bookmarked) WHERE played IS NOT NULL")
    }

    private var columns: String {
        (terms.map(\.indexColumn) + ["explicit", "sources"]).joined(separator: ", ")
    }
}

extension MusicOrdering.Term {
    fileprivate func sql(isReversed: Bool) -> String {
        switch self {
        case .ascending(let column): isReversed ? "\(column) DESC" : column
        case .descending(let column): isReversed ? column : "\(column) DESC"
        case .descendingKnown(let column): isReversed ? "\(column) ASC NULLS LAST" : "\(column) DESC"
        }
    }

    fileprivate func sqlFromEnd(isReversed: Bool) -> String {
        guard case .descendingKnown(let column) = self else { return sql(isReversed: !isReversed) }
        return isReversed ? "\(column) DESC NULLS FIRST" : column
    }

    fileprivate var indexColumn: String {
        switch self {
        case .ascending(let column): column
        case .descending(let column), .descendingKnown(let column): "\(column) DESC"
        }
    }
}
