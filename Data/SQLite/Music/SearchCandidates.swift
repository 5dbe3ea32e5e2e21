import FermataDomain
import GRDB

/// The songs that indexes find for a search: all its results, and others.
final class SearchCandidates {
    /// Fewer candidates are compared with the words instead of reading further selections.
    private static let directComparisonLimit = 500
    /// An index reads this many rows in the time of comparing one song with the words.
    private static let rowsPerComparison = 24
    /// A set of greater row numbers, which only a damaged library has, needs too much memory.
    private static let lastRowLimit = 1 << 32

    /// Selections of `row`; each result of the search is in all of them.
    private let selections: [SQLCondition]
    /// The candidates so far, by limit.
    private var known: [Int: RowSet?] = [:]

    init(_ selections: [SQLCondition]) {
        self.selections = selections
    }

    /// Finds songs whose search text contains a text of each list.
    convenience init(containing texts: [[String]], and filters: [SQLCondition] = []) {
        let terms = texts.map { $0.map(SearchTextIndex.Term.init) }
        let indexed = terms.filter { $0.allSatisfy(\.hasTrigram) }
        let short = terms.filter { !$0.allSatisfy(\.hasTrigram) }
        self.init(
            filters + (indexed.isEmpty ? [] : [SearchTextIndex.rows(matching: indexed)])
                + short.map(SearchTextIndex.rows(matchingAny:)))
    }

    /// Leaves out selections of more rows than the limit; nil if these are all. The limit of a further selection is the
    /// number of rows that it is worth reading.
    func rows(limit: Int, in db: Database) throws -> RowSet? {
        if let rows = known[limit] { return rows }
        var rows: RowSet?
        for selection in selections where rows.map({ $0.count >= Self.directComparisonLimit }) ?? true {
            let limit = rows.map { $0.count * Self.rowsPerComparison } ?? limit
            guard let selected = try Self.rows(of: selection, limit: limit, in: db) else { continue }
            rows = rows?.intersection(selected) ?? selected
        }
        known[limit] = .some(rows)
        return rows
    }

    /// The greatest row number of a song. O(log n).
    static func lastRow(in db: Database) throws -> Int {
        max(0, try RawStatement(db, "SELECT max(row) FROM music").count())
    }

    /// Returns nil if there are more rows than the limit; a row that occurs several times counts each time.
    private static func rows(of selection: SQLCondition, limit: Int, in db: Database) throws -> RowSet? {
        let last = try lastRow(in: db)
        if last > lastRowLimit { return nil }
        let statement = try RawStatement(db, selection.sql, selection.values)
        var (rows, remaining) = (RowSet(last: last), limit)
        while try statement.step() {
            if remaining == 0 { return nil }
            remaining -= 1
            rows.insert(statement.firstInteger)
        }
        return rows
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
