import FermataDomain
import GRDB

/// A sort order in SQL. Terms use allow-listed columns only.
///
/// `LibrarySchema` has the indexes from which a page is read without sorting; a test reads SQLite's plans.
struct MusicOrdering {
    fileprivate enum Term {
        case ascending(String), descending(String)
        /// Ascending; unknown values come first, or last if the order is reversed.
        case ascendingOptional(String)
        /// Descending; unknown values come last in either direction.
        case descendingKnown(String)
    }

    private let name: String
    private let terms: [Term]
    /// The value that the order compares, if few songs have it; the others come last in either direction, by title.
    let sparseValue: SparseValue?

    /// Relevance alone is the order by title; see `MusicQuery.orderWithinRank`.
    init(_ order: SortOrder) {
        name = (order == .relevance ? .title : order).rawValue
        sparseValue =
            switch order {
            case .played, .plays: .played
            case .rating: .rated
            case .relevance, .title, .artist, .album, .popular, .newest, .added: nil
            }
        let leading: [Term] =
            switch order {
            case .relevance, .title: []
            case .artist: [.ascending("artist_key")]
            case .album:
                [
                    .ascending("album_key"), .ascending("album_artist_key"), .ascendingOptional("edition"),
                    .ascendingOptional("disc"), .ascendingOptional("track"),
                ]
            case .popular: [.descendingKnown("popularity")]
            case .newest: [.descendingKnown("released")]
            case .added: [.descending("added")]
            case .played: [.descendingKnown("played")]
            case .plays: [.descendingKnown("plays")]
            case .rating: [.descendingKnown("rating")]
            }
        terms = leading + [.ascending("title_key"), .ascending(TitleOrder.column), .ascending("id")]
    }

    /// The name of the index of only the bookmarked songs.
    var bookmarkIndex: String { "bookmarked_by_\(name)" }

    /// The name of the index of only the songs with a sparse value.
    func index(of songs: SparseValue) -> String { "\(songs.rawValue)_by_\(name)" }

    /// Selects the songs that follow a row; nil unless all terms ascend and are known, so that SQLite finds them by the
    /// index of the order.
    ///
    /// Source: https://www.sqlite.org/rowvalue.html
    func follows(_ row: Int64, isReversed: Bool) -> SQLCondition? {
        guard isAscending else { return nil }
        let columns = terms.map(\.column)
        // A column would bring its affinity, with which SQLite compares no more than the first value on the index.
        let values = columns.map { "+\($0)" }.joined(separator: ", ")
        return SQLCondition(
            """
            (\(columns.joined(separator: ", "))) \(isReversed ? "<" : ">") \
            (SELECT \(values) FROM music AS ended WHERE ended.row = :ended)
            """, ["ended": .integer(row)])
    }

    /// Whether all terms ascend and are known.
    var isAscending: Bool { terms.allSatisfy { if case .ascending = $0 { true } else { false } } }

    /// The terms of an `ORDER BY`.
    func terms(isReversed: Bool) -> String {
        terms.map { $0.sql(isReversed: isReversed) }.joined(separator: ", ")
    }

    /// The terms of an `ORDER BY` from the end: the exact reverse, unknown values first.
    func termsFromEnd(isReversed: Bool) -> String {
        terms.map { $0.sqlFromEnd(isReversed: isReversed) }.joined(separator: ", ")
    }
}

/// A value of few songs, so that the index of an order has only these.
enum SparseValue: String {
    case played, rated

    /// The column that is null for all other songs.
    var column: String {
        switch self {
        case .played: "played"
        case .rated: "rating"
        }
    }
}

extension MusicOrdering.Term {
    fileprivate var column: String {
        switch self {
        case .ascending(let column), .ascendingOptional(let column), .descending(let column),
            .descendingKnown(let column):
            column
        }
    }

    fileprivate func sql(isReversed: Bool) -> String {
        switch self {
        case .ascending(let column), .ascendingOptional(let column): isReversed ? "\(column) DESC" : column
        case .descending(let column): isReversed ? column : "\(column) DESC"
        case .descendingKnown(let column): isReversed ? "\(column) ASC NULLS LAST" : "\(column) DESC"
        }
    }

    fileprivate func sqlFromEnd(isReversed: Bool) -> String {
        guard case .descendingKnown(let column) = self else { return sql(isReversed: !isReversed) }
        return isReversed ? "\(column) DESC NULLS FIRST" : column
    }
}
