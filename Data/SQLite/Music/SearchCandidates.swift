import FermataDomain
import GRDB

/// The songs that an index finds for a search: all its results, and others.
final class SearchCandidates {
    struct Found {
        /// Nil if there are more than the limit for each query.
        var rows: RowSet?
        /// Whether a greater limit finds the same rows.
        var isFinal = true
    }

    /// Fewer rows are not compared with those of further queries.
    private static let few = 500
    /// Selections of `row`; each result of the search is in all of them.
    private let queries: [SQLCondition]
    private var known: (limit: Int, found: Found)?

    init(_ queries: [SQLCondition]) {
        self.queries = queries
    }

    /// Finds songs whose search text contains a text of each list.
    convenience init(containing texts: [[String]], and filters: [SQLCondition] = []) {
        let terms = texts.map { $0.map(SearchTextIndex.Term.init) }
        let indexed = terms.filter { $0.allSatisfy(\.hasTrigram) }
        let short = terms.filter { !$0.allSatisfy(\.hasTrigram) }
        self.init(
            filters + (indexed.isEmpty ? [] : [SearchTextIndex.rows(matching: indexed)])
                + short.enumerated().map { SearchTextIndex.rows(containingOneOf: $1, "short\($0)") })
    }

    /// Reads up to `limit` rows of each query; leaves out queries with more.
    func rows(limit: Int, in db: Database) throws -> Found {
        if let known, known.limit == limit || known.found.isFinal { return known.found }
        var found = Found()
        for query in queries {
            if let rows = found.rows, rows.count < Self.few {
                found.isFinal = true
                break
            }
            if let rows = try Self.rows(of: query, limit: limit, in: db) {
                found.rows = found.rows?.intersection(rows) ?? rows
            } else {
                found.isFinal = false
            }
        }
        known = (limit, found)
        return found
    }

    private static func rows(of query: SQLCondition, limit: Int, in db: Database) throws -> RowSet? {
        let statement = try RawStatement(db, query.sql, query.values)
        var rows = RowSet()
        while try statement.step() {
            rows.insert(statement.firstInteger)
            if rows.count > limit { return nil }
        }
        return rows
    }
}
