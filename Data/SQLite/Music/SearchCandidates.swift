import FermataDomain
import GRDB

/// The songs that an index finds for a search: all its results, and others.
final class SearchCandidates {
    struct Found {
        /// Nil if each selection exceeds the limit. Rows of frequent words are read at once, and can exceed it.
        var rows: RowSet?
        /// Whether a greater limit finds the same rows.
        var isFinal = true
    }

    private enum Selection {
        /// A selection of `row`.
        case query(SQLCondition)
        /// The rows that contain a text of each list; no text is shorter than a trigram.
        case trigrams([[SearchTextIndex.Term]])
        /// The rows that contain one of the texts, some of which are shorter than a trigram.
        case texts([SearchTextIndex.Term])
    }

    /// More rows than a query finds in a millisecond are read from the pages of the index.
    private static let queryLimit = 1_000

    /// Each result of the search is in all of them.
    private let selections: [Selection]
    /// The results so far, by limit.
    private var known: [Int: Found] = [:]

    private init(_ selections: [Selection]) {
        self.selections = selections
    }

    /// `queries` select `row`; each result of the search is in all of them.
    convenience init(_ queries: [SQLCondition]) {
        self.init(queries.map(Selection.query))
    }

    /// Finds songs whose search text contains a text of each list.
    convenience init(containing texts: [[String]], and filters: [SQLCondition] = []) {
        let terms = texts.map { $0.map(SearchTextIndex.Term.init) }
        let indexed = terms.filter { $0.allSatisfy(\.hasTrigram) }
        let short = terms.filter { !$0.allSatisfy(\.hasTrigram) }
        self.init(
            filters.map(Selection.query) + (indexed.isEmpty ? [] : [.trigrams(indexed)]) + short.map(Selection.texts))
    }

    /// Reads up to `limit` rows of each selection; leaves out selections with more.
    func rows(limit: Int, in db: Database) throws -> Found {
        if let found = known[limit] ?? known.values.first(where: \.isFinal) { return found }
        var found = Found()
        for selection in selections {
            if let rows = found.rows, rows.count < RowSet.directComparisonLimit {
                found.isFinal = true
                break
            }
            if let rows = try Self.rows(of: selection, limit: limit, in: db) {
                found.rows = found.rows?.intersection(rows) ?? rows
            } else {
                found.isFinal = false
            }
        }
        known[limit] = found
        return found
    }

    private static func rows(of selection: Selection, limit: Int, in db: Database) throws -> RowSet? {
        var rows = RowSet()
        let isComplete =
            switch selection {
            case .query(let query): try add(query, to: &rows, limit: limit, in: db)
            case .trigrams(let lists): try add(lists, to: &rows, limit: limit, in: db)
            case .texts(let terms): try add(terms, to: &rows, limit: limit, in: db)
            }
        return isComplete ? rows : nil
    }

    /// Returns false if there are more rows than the limit, unless all of them were read from the pages of the index.
    private static func add(
        _ lists: [[SearchTextIndex.Term]], to rows: inout RowSet, limit: Int, in db: Database
    ) throws -> Bool {
        guard limit > queryLimit, let found = try TrigramPages(db)?.rows(matching: lists) else {
            return try add(SearchTextIndex.rows(matching: lists), to: &rows, limit: limit, in: db)
        }
        rows = found
        return true
    }

    /// Returns false if there are more rows than the limit.
    private static func add(
        _ terms: [SearchTextIndex.Term], to rows: inout RowSet, limit: Int, in db: Database
    ) throws -> Bool {
        let pages = try TrigramPages(db)
        for term in terms {
            let isRead =
                try !term.hasTrigram
                && pages?.forEachRow(ofTrigramsBeginningWith: term.text) {
                    rows.insert($0)
                    return rows.count <= limit
                } == true
            let isComplete = try isRead ? rows.count <= limit : add(term.rows, to: &rows, limit: limit, in: db)
            if !isComplete { return false }
        }
        return true
    }

    private static func add(
        _ query: SQLCondition, to rows: inout RowSet, limit: Int, in db: Database
    ) throws -> Bool {
        let statement = try RawStatement(db, query.sql, query.values)
        while try statement.step() {
            rows.insert(statement.firstInteger)
            if rows.count > limit { return false }
        }
        return true
    }
}
