import FermataDomain
import GRDB

/// The statements that find the results of a search.
struct SearchStatements {
    private let matcher: SearchMatcher
    private let isRanked: Bool
    private let filters: [RowFilter]
    private let query: MusicQuery

    init(_ matcher: SearchMatcher, of query: MusicQuery, isRanked: Bool, filters: [RowFilter]) {
        (self.matcher, self.query, self.isRanked, self.filters) = (matcher, query, isRanked, filters)
    }

    /// Selects the results of all parts among candidates, or among all songs, in order.
    func results(among candidates: RowSet?, in window: Window, _ db: Database) throws -> RawStatement {
        let first =
            (query.bookmarkedFirst ? "bookmarked DESC, " : "")
            + (isRanked ? "\(SearchFunctions.rankOfRow)\(query.isReversed ? " DESC" : ""), " : "")
        let order = MusicOrdering(query.orderWithinRank).terms(isReversed: query.isReversed)
        let end = "ORDER BY \(first)\(order) LIMIT \(window.limit ?? -1) OFFSET \(window.offset)"
        return try select("row", among: candidates, all + [isFound(as: nil)], end, db)
    }

    func count(among candidates: RowSet?, _ db: Database) throws -> RawStatement {
        try select("count(*)", among: candidates, all + [isFound(as: nil)], "", db)
    }

    /// Selects the rows of a part in order by the order's index, without those that the index excludes.
    func walk(of part: SearchPart, _ db: Database) throws -> RawStatement {
        let condition = SQLCondition.all(part.part.conditions + filters.filter(\.isCovered).conditions)
        // SQLite would otherwise choose the index of all songs.
        let index = part.part.index.map { "INDEXED BY \($0.name)" } ?? ""
        return try RawStatement(
            db, "SELECT row FROM music \(index) WHERE \(condition.sql) ORDER BY \(order(of: part))", condition.values)
    }

    /// Selects candidates of a part, or all its rows, in order; they are not compared with the words.
    func sorted(_ candidates: RowSet?, of part: SearchPart, _ db: Database) throws -> RawStatement {
        try select(
            "row", among: candidates, part.part.conditions + filters.conditions, "ORDER BY \(order(of: part))", db)
    }

    /// Compares a row, `:row`, with the words and with the conditions that a walk leaves out.
    func comparison(of part: SearchPart, _ db: Database) throws -> RawStatement {
        let others = filters.filter { !$0.isCovered }.conditions
        let condition = SQLCondition.all(others + [isFound(as: part.rank)])
        let statement = try RawStatement(
            db, "SELECT 1 FROM music WHERE row = :row AND \(condition.sql)", condition.values)
        statement.bind(matcher)
        return statement
    }

    private func select(
        _ columns: String, among candidates: RowSet?, _ conditions: [SQLCondition], _ end: String, _ db: Database
    ) throws -> RawStatement {
        let condition = SQLCondition.all(conditions)
        let rows = candidates.map { ["rows": SQLValue.text($0.json)] } ?? [:]
        let music =
            candidates == nil
            ? "music" : "(SELECT value AS candidate FROM json_each(:rows)) CROSS JOIN music ON row = candidate"
        let statement = try RawStatement(
            db, "SELECT \(columns) FROM \(music) WHERE \(condition.sql) \(end)", condition.values.merging(rows) { $1 })
        if condition.sql.contains(":search") { statement.bind(matcher) }
        return statement
    }

    private func order(of part: SearchPart) -> String { part.part.ordering.terms(isReversed: query.isReversed) }

    /// The conditions of all parts.
    private var all: [SQLCondition] {
        (query.bookmarkedOnly ? [SQLCondition("bookmarked = 1")] : []) + filters.conditions
    }

    /// Comes last among conditions, because it is the most expensive one.
    private func isFound(as rank: SearchRank?) -> SQLCondition {
        guard let rank else { return SQLCondition("\(SearchFunctions.rankOfRow) IS NOT NULL") }
        return SQLCondition("\(SearchFunctions.rankOfRow) = :rank", ["rank": .integer(Int64(rank.rawValue))])
    }
}
