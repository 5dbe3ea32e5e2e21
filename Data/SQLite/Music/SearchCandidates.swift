import FermataDomain
import GRDB

/// The songs that indexes find for a search: all its results, and others.
final class SearchCandidates {
    /// Fewer candidates are compared with the words instead of reading further selections.
    private static let directComparisonLimit = 500
    /// An index reads this many rows in the time of comparing one song, which is read at random.
    private static let rowsPerComparison = 100
    /// A set of greater row numbers, which only a damaged library has, needs too much memory.
    private static let lastRowLimit = 1 << 32

    /// Each result of the search is in all selections.
    private let selections: [Selection]
    /// The candidates so far, by limit.
    private var known: [Int: RowSet?] = [:]
    /// Some rows of a selection that has more than a limit.
    private(set) var some: RowSet?

    private enum Selection {
        /// Selects `row`.
        case statement(SQLCondition)
        /// The songs whose search text contains one of the texts.
        case containing([IndexedText])
    }

    /// Finds the rows of a selection of `row`.
    init(_ selection: SQLCondition) {
        selections = [.statement(selection)]
    }

    /// Finds songs whose search text contains a text of each list.
    init(containing texts: [[String]], and filters: [SQLCondition] = []) {
        let texts = texts.map { $0.map(IndexedText.init) }
        let long = texts.filter { $0.allSatisfy(\.hasTrigram) }
        let short = texts.filter { !$0.allSatisfy(\.hasTrigram) }
        selections =
            filters.map(Selection.statement) + (long.isEmpty ? [] : [.statement(IndexedText.rows(matching: long))])
            + short.map(Selection.containing)
    }

    /// Leaves out selections of more rows than the limit; nil if these are all. The limit of a further selection is the
    /// number of rows that it is worth reading.
    func rows(limit: Int, in db: Database) throws -> RowSet? {
        if let rows = known[limit] { return rows }
        var (rows, skipped): (RowSet?, [Selection]) = (nil, [])
        func read(_ selection: Selection) throws {
            if let rows, rows.count < Self.directComparisonLimit { return }
            let limit = rows.map { $0.count * Self.rowsPerComparison } ?? limit
            guard let selected = try Self.rows(of: selection, limit: limit, in: db) else { return }
            if selected.isComplete {
                rows = rows?.intersection(selected.rows) ?? selected.rows
            } else if rows == nil {
                some = selected.rows
                skipped.append(selection)
            }
        }
        try selections.forEach(read)
        if rows != nil { try skipped.forEach(read) }
        known[limit] = .some(rows)
        return rows
    }

    /// The greatest row number of a song. O(log n).
    static func lastRow(in db: Database) throws -> Int {
        max(0, try RawStatement(db, "SELECT max(row) FROM music").count())
    }

    /// A row that occurs several times counts each time.
    private static func rows(of selection: Selection, limit: Int, in db: Database) throws -> LimitedRows? {
        let last = try lastRow(in: db)
        if last > lastRowLimit { return nil }
        var rows = LimitedRows(RowSet(last: last), limit: limit)
        switch selection {
        case .statement(let statement): try rows.insert(statement, in: db)
        case .containing(let texts): for text in texts { try rows.insert(text, in: db) }
        }
        return rows
    }
}

/// A text to find in the index of search texts; see `SearchTextSchema`.
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
        return SQLCondition(
            "SELECT rowid AS row FROM music_search WHERE music_search MATCH :expression",
            ["expression": .text(expression)])
    }

    /// An FTS5 expression for the first trigrams of the text.
    ///
    /// Source: https://www.sqlite.org/fts5.html#full_text_query_syntax
    private var expression: String {
        let quoted = scalars.indices.dropLast(2).prefix(Self.trigramLimit).map { start in
            "\"\(Self.text(scalars[start..<start + 3]).replacing("\"", with: "\"\""))\""
        }
        return "(\(quoted.joined(separator: " AND ")))"
    }

    private static func text(_ scalars: ArraySlice<UnicodeScalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

/// Reads rows up to a limit.
private struct LimitedRows {
    /// How many rows are read before a frequent trigram is searched, which takes less than half as long for each row.
    private static let rowsBeforeMatching = 200
    /// No text contains the byte FF, which is greater than all bytes of UTF-8.
    private static let rowsOfTrigrams = """
        SELECT doc AS row, term FROM music_search_trigram
            WHERE term >= :first AND term < :text || CAST(x'FF' AS TEXT) LIMIT \(rowsBeforeMatching)
        """

    private(set) var rows: RowSet
    /// Whether all rows have been read.
    private(set) var isComplete = true
    private var remaining: Int

    init(_ rows: RowSet, limit: Int) {
        (self.rows, remaining) = (rows, limit)
    }

    mutating func insert(_ selection: SQLCondition, in db: Database) throws {
        _ = try insert(RawStatement(db, selection.sql, selection.values))
    }

    /// Inserts the rows whose search text contains a text of any length.
    mutating func insert(_ text: IndexedText, in db: Database) throws {
        if text.hasTrigram { return try insert(IndexedText.rows(matching: [[text]]), in: db) }
        let trigrams = try RawStatement(db, Self.rowsOfTrigrams, ["text": .text(text.text)])
        var first = text.text
        while isComplete {
            trigrams.bind(first, to: "first")
            var trigram = ""
            let count = try insert(trigrams) { trigram = $0.text("term") }
            trigrams.reset()
            if count < Self.rowsBeforeMatching { return }
            try insert(IndexedText.rows(matching: [[IndexedText(trigram)]]), in: db)
            first = trigram + "\0"
        }
    }

    /// Returns the number of rows that were read.
    private mutating func insert(
        _ statement: RawStatement, _ body: (RawStatement) throws -> Void = { _ in }
    ) throws -> Int {
        var count = 0
        while try statement.step() {
            if remaining == 0 {
                isComplete = false
                break
            }
            remaining -= 1
            count += 1
            rows.insert(statement.firstInteger)
            try body(statement)
        }
        return count
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
