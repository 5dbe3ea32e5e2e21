import FermataDomain
import GRDB

/// A sort order in SQL. Terms use allow-listed columns only.
///
/// `LibrarySchema` has the indexes from which a page is read without sorting; a test reads SQLite's plans.
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

    /// The name of the index of only the bookmarked songs.
    var bookmarkIndex: String { "bookmarked_by_\(name)" }

    /// The name of the index of only the played songs, in an order that compares plays.
    var playedIndex: String { "played_by_\(name)" }

    /// The terms of an `ORDER BY`.
    func terms(isReversed: Bool) -> String {
        terms.map { $0.sql(isReversed: isReversed) }.joined(separator: ", ")
    }

    /// The terms of an `ORDER BY` from the end: the exact reverse, unknown values first.
    func termsFromEnd(isReversed: Bool) -> String {
        terms.map { $0.sqlFromEnd(isReversed: isReversed) }.joined(separator: ", ")
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
}

/// Orders titles that have the same sort key, in fewer bytes than the titles themselves.
///
/// Most titles are their key with capital initials, and need one byte. Any other title is stored from its first
/// difference to that form on. Byte by byte, these values compare as the titles do.
enum TitleOrder {
    static let column = "title_order"
    private static let maxPrefix = 126
    private static let capitalizedKeyCode: UInt8 = 127
    private static let greaterTitleBase = 254

    /// The value of a title. A title that differs later from its capitalized key is nearer to it.
    static func bytes(title: String, key: String) -> [UInt8] {
        var (title, key) = (title, key)
        return title.withUTF8 { title in
            key.withUTF8 { key in
                var start = 0
                while start < min(title.count, key.count), title[start] == capitalized(key, start) { start += 1 }
                if start == title.count, start == key.count { return [capitalizedKeyCode] }
                let isLess = start == title.count || start < key.count && title[start] < capitalized(key, start)
                let shared = min(start, maxPrefix)
                return [UInt8(isLess ? shared : greaterTitleBase - shared)] + title[shared...]
            }
        }
    }

    private static func capitalized(_ key: UnsafeBufferPointer<UInt8>, _ place: Int) -> UInt8 {
        let isInitial = place == 0 || key[place - 1] == UInt8(ascii: " ")
        return isInitial && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(key[place]) ? key[place] - 32 : key[place]
    }
}
