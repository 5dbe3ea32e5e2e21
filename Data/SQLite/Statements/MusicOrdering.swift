import FermataDomain
import GRDB

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

/// Orders titles that have the same sort key, in fewer bytes than the titles themselves.
///
/// Most titles are their key with capital initials, and need one byte. Any other title is stored from its first
/// difference to that form on. Byte by byte, these values compare as the titles do.
enum TitleOrder {
    static let column = "title_order"
    private static let maxPrefix = 126
    private static let capitalizedKeyCode: UInt8 = 127
    private static let greaterTitleBase = 254

    /// Adds the column; each row has the value of a capitalized key until `set` is called.
    static let schema = "ALTER TABLE music ADD COLUMN \(column) BLOB NOT NULL DEFAULT x'7F';"

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

    /// Writes the values of all rows, in steps of bounded memory. O(n).
    static func set(in db: Database) throws {
        let rows = try RawStatement(
            db, "SELECT row, title, title_key FROM music WHERE row > :row ORDER BY row LIMIT \(rowsPerStep)")
        let update = try RawStatement(db, "UPDATE music SET \(column) = :order WHERE row = :row")
        var (last, isAtEnd): (Int64, Bool) = (.min, false)
        while !isAtEnd {
            var changes: [(row: Int64, order: [UInt8])] = []
            rows.bind(["row": .integer(last)])
            isAtEnd = true
            while try rows.step() {
                (last, isAtEnd) = (rows.integer("row"), false)
                let order = bytes(title: rows.text("title"), key: rows.text("title_key"))
                if order != [capitalizedKeyCode] { changes.append((last, order)) }
            }
            rows.reset()
            for (row, order) in changes {
                try update.bind(["row": .integer(row), "order": .blob(order)]).run()
            }
        }
    }

    private static let rowsPerStep = 10_000
}

/// An index of a table, and the statement that creates it.
struct SQLIndex: Sendable {
    let name: String
    let sql: String

    /// `columns` is the table with its columns: `music(id)`.
    init(name: String, on columns: String, isUnique: Bool = false) {
        self.name = name
        sql = "CREATE \(isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(name) ON \(columns)"
    }
}
