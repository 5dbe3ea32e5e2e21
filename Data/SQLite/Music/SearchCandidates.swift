import FermataDomain
import GRDB

/// The songs that indexes find for a search: all its results, and others.
final class SearchCandidates {
    /// Fewer candidates are compared with the words instead of reading further selections.
    private static let directComparisonLimit = 500
    /// How many rows an index reads in the time of comparing one song with the words.
    private static let rowsPerComparison = 10

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

    /// Leaves out selections of more rows than the limit; nil if these are all.
    func rows(limit: Int, in db: Database) throws -> RowSet? {
        if let rows = known[limit] { return rows }
        var rows: RowSet?
        for selection in selections where rows.map({ $0.count >= Self.directComparisonLimit }) ?? true {
            let limit = rows.map { min(limit, $0.count * Self.rowsPerComparison) } ?? limit
            guard let selected = try Self.rows(of: selection, limit: limit, in: db) else { continue }
            rows = rows?.intersection(selected) ?? selected
        }
        known[limit] = .some(rows)
        return rows
    }

    /// Returns nil if there are more rows than the limit.
    private static func rows(of selection: SQLCondition, limit: Int, in db: Database) throws -> RowSet? {
        let statement = try RawStatement(db, selection.sql, selection.values)
        var rows = RowSet()
        while try statement.step() {
            rows.insert(statement.firstInteger)
            if rows.count > limit { return nil }
        }
        return rows
    }
}

/// A set of row numbers, one bit each.
struct RowSet {
    /// 64 rows each, by their number without its last six bits.
    private var words: [Int64: UInt64] = [:]
    private(set) var count = 0

    mutating func insert(_ row: Int64) {
        let word = words[row >> 6, default: 0]
        if word & Self.bit(row) != 0 { return }
        words[row >> 6] = word | Self.bit(row)
        count += 1
    }

    func contains(_ row: Int64) -> Bool { words[row >> 6, default: 0] & Self.bit(row) != 0 }

    func intersection(_ other: RowSet) -> RowSet {
        var result = RowSet()
        for (number, word) in words {
            guard let both = other.words[number].map({ $0 & word }), both != 0 else { continue }
            result.words[number] = both
            result.count += both.nonzeroBitCount
        }
        return result
    }

    /// A JSON array of the rows in their order, for SQLite's `json_each`.
    var json: String {
        let rows = words.keys.sorted().lazy.flatMap { number in
            (number << 6...number << 6 | 63).lazy.filter(contains).map(String.init)
        }
        return "[" + rows.joined(separator: ",") + "]"
    }

    private static func bit(_ row: Int64) -> UInt64 { 1 << UInt64(row & 63) }
}
