import FermataDomain
import GRDB

/// The songs that indexes find for a search: all its results, and others.
final class SearchCandidates {
    /// Fewer candidates are compared with the words instead of reading further selections.
    private static let directComparisonLimit = 500
    /// An index reads this many rows in the time of comparing one song, which is read at random.
    private static let rowsPerComparison = 100

    /// Each result of the search is in all selections.
    private let selections: [RowSelection]
    /// Some rows of a selection that has more than a limit.
    private(set) var some: RowSet?

    /// Finds the rows of a selection of `row`.
    init(_ selection: SQLCondition) {
        selections = [RowSelection(selection)]
    }

    /// Texts of which a song's search text contains one, unless it is one of the selected rows.
    typealias TextOrRows = (texts: [String], rows: SQLCondition)

    /// Finds songs whose search text contains a text of each list.
    init(containing texts: [[String]], or others: [TextOrRows] = [], and filters: [SQLCondition] = []) {
        let texts = texts.map { $0.map(IndexedText.init) }
        let long = texts.filter { $0.allSatisfy(\.hasTrigram) }
        let short = texts.filter { !$0.allSatisfy(\.hasTrigram) }
        selections =
            filters.map(RowSelection.init) + (long.isEmpty ? [] : [RowSelection(IndexedText.rows(matching: long))])
            + short.map { RowSelection(containing: $0) }
            + others.map { RowSelection(containing: $0.texts.map(IndexedText.init), or: $0.rows) }
    }

    /// Leaves out selections of more rows than the limit; nil if these are all. The limit of a further selection is the
    /// number of rows that it is worth reading. Rows that were read for a lower limit are not read again.
    func rows(limit: Int, in db: Database) throws -> RowSet? {
        var (rows, skipped): (RowSet?, [RowSelection]) = (nil, [])
        func read(_ selection: RowSelection) throws {
            if let rows, rows.count < Self.directComparisonLimit { return }
            try selection.read(upTo: rows.map { $0.count * Self.rowsPerComparison } ?? limit, in: db)
            if selection.isComplete {
                rows = rows?.intersection(selection.rows) ?? selection.rows
            } else if rows == nil, selection.rows.count > 0 {
                some = selection.rows
                skipped.append(selection)
            }
        }
        try selections.forEach(read)
        if rows != nil { try skipped.forEach(read) }
        return rows
    }

    /// The greatest row number of a song. O(log n).
    static func lastRow(in db: Database) throws -> Int {
        max(0, try RawStatement(db, "SELECT max(row) FROM music").count())
    }
}

/// Rows of songs that a statement or a text selects, read as far as they are needed.
private final class RowSelection {
    /// A set of greater row numbers, which only a damaged library has, needs too much memory.
    private static let lastRowLimit = 1 << 32

    private(set) var rows = RowSet(last: 0)
    /// Whether all rows have been read.
    private(set) var isComplete = false
    /// Returns a function for each statement or text that returns the next row.
    private let open: (Database) throws -> [() throws -> Int64?]
    private var unread: [() throws -> Int64?]?
    private var count = 0

    /// Selects the rows of a selection of `row`.
    init(_ selection: SQLCondition) {
        open = { db in [try Self.rows(of: selection, in: db)] }
    }

    /// Selects the rows whose search text contains one of the texts, and those of another selection.
    init(containing texts: [IndexedText], or others: SQLCondition? = nil) {
        open = { db in
            let rows = try texts.map { text in
                if text.hasTrigram { return try Self.rows(of: IndexedText.rows(matching: [[text]]), in: db) }
                return try RowsOfShortText(text, in: db).next
            }
            return try rows + (others.map { [try Self.rows(of: $0, in: db)] } ?? [])
        }
    }

    private static func rows(of selection: SQLCondition, in db: Database) throws -> () throws -> Int64? {
        let statement = try RawStatement(db, selection.sql, selection.values)
        return { try statement.step() ? statement.firstInteger : nil }
    }

    /// Reads all rows, or one more than the limit; a row that occurs several times counts each time.
    func read(upTo limit: Int, in db: Database) throws {
        if unread == nil {
            let last = try SearchCandidates.lastRow(in: db)
            guard last <= Self.lastRowLimit else { return }
            (rows, unread) = (RowSet(last: last), try open(db))
        }
        while count <= limit, let next = unread?.last {
            if let row = try next() {
                rows.insert(row)
                count += 1
            } else {
                unread?.removeLast()
            }
        }
        isComplete = unread?.isEmpty == true
    }
}

/// A text to find in the index of search texts; see `music_search` in `LibrarySchema`.
private struct IndexedText {
    /// Longer texts are found by their first trigrams.
    private static let trigramLimit = 30
    private let scalars: [UnicodeScalar]

    init(_ text: String) {
        // FTS5 stores these two scalars, which are no characters, as U+FFFD.
        scalars = text.unicodeScalars.map { $0.value & ~1 == 0xFFFE ? "\u{FFFD}" : $0 }
    }

    var text: String { Self.text(scalars[...]) }
    /// Whether FTS5 can find the text; shorter ones are beginnings of trigrams.
    var hasTrigram: Bool { scalars.count >= 3 }

    /// Selects the rows that contain a text of each list, and others that contain its trigrams in another order.
    static func rows(matching texts: [[IndexedText]]) -> SQLCondition {
        let expression = texts.map { "(\($0.map(\.expression).joined(separator: " OR ")))" }.joined(separator: " AND ")
        return SQLCondition(rowsMatchingExpression, ["expression": .text(expression)])
    }

    static let rowsMatchingExpression = "SELECT rowid AS row FROM music_search WHERE music_search MATCH :expression"

    /// An FTS5 expression for the first trigrams of the text.
    ///
    /// Source: https://www.sqlite.org/fts5.html#full_text_query_syntax
    var expression: String {
        let quoted = scalars.indices.dropLast(2).prefix(Self.trigramLimit).map { start in
            "\"\(Self.text(scalars[start..<start + 3]).replacing("\"", with: "\"\""))\""
        }
        return "(\(quoted.joined(separator: " AND ")))"
    }

    private static func text(_ scalars: ArraySlice<UnicodeScalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

/// Reads the rows whose search text contains a text of one or two characters.
private final class RowsOfShortText {
    /// How many rows are read before a frequent trigram is searched, which takes less than half as long for each row.
    private static let rowsBeforeMatching = 200
    /// No text contains the byte FF, which is greater than all bytes of UTF-8.
    private static let rowsOfTrigrams = """
        SELECT doc AS row, term FROM music_search_trigram
            WHERE term >= :first AND term < :text || CAST(x'FF' AS TEXT)
        """

    private let trigrams: RawStatement
    private let matches: RawStatement
    private var isMatching = false
    /// How many rows of trigrams have been read since the last frequent one.
    private var count = 0

    init(_ text: IndexedText, in db: Database) throws {
        trigrams = try RawStatement(db, Self.rowsOfTrigrams, ["text": .text(text.text), "first": .text(text.text)])
        matches = try RawStatement(db, IndexedText.rowsMatchingExpression)
    }

    /// Returns nil after the last row.
    func next() throws -> Int64? {
        if isMatching {
            if try matches.step() { return matches.firstInteger }
            matches.reset()
            isMatching = false
        }
        guard try trigrams.step() else { return nil }
        let row = trigrams.firstInteger
        count += 1
        if count == Self.rowsBeforeMatching { try readNextRows(matching: trigrams.text("term")) }
        return row
    }

    /// Continues with all rows of a trigram, then with the trigrams after it.
    private func readNextRows(matching trigram: String) throws {
        (count, isMatching) = (0, true)
        matches.bind(["expression": .text(IndexedText(trigram).expression)])
        trigrams.reset()
        trigrams.bind(["first": .text(trigram + "\0")])
    }
}

/// A set of row numbers of songs, one bit each.
struct RowSet {
    private var words: [UInt64]
    private(set) var count = 0

    /// Creates an empty set for rows from 0 to about the last one; it ignores all others.
    init(last: Int) {
        words = [UInt64](repeating: 0, count: last / 64 + 1)
    }

    mutating func insert(_ row: Int64) {
        guard let word = word(of: row), words[word] & Self.bit(row) == 0 else { return }
        words[word] |= Self.bit(row)
        count += 1
    }

    func contains(_ row: Int64) -> Bool { word(of: row).map { words[$0] & Self.bit(row) != 0 } ?? false }

    /// Both sets must have been created for the same last row.
    func intersection(_ other: RowSet) -> RowSet {
        var result = self
        for index in words.indices { result.words[index] &= other.words[index] }
        result.count = result.words.reduce(0) { $0 + $1.nonzeroBitCount }
        return result
    }

    /// A JSON array of the rows in their order, for SQLite's `json_each`.
    var json: String {
        var rows: [String] = []
        rows.reserveCapacity(count)
        for (index, word) in words.enumerated() where word != 0 {
            let first = Int64(index) * 64
            rows += (first..<first + 64).lazy.filter { word & Self.bit($0) != 0 }.map(String.init)
        }
        return "[" + rows.joined(separator: ",") + "]"
    }

    private func word(of row: Int64) -> Int? { row >= 0 && row < words.count * 64 ? Int(row) / 64 : nil }

    private static func bit(_ row: Int64) -> UInt64 { 1 << UInt64(row % 64) }
}
