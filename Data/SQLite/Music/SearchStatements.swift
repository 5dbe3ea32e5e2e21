import FermataDomain
import GRDB

/// The statements that find the results of a search.
struct SearchStatements {
    let matcher: SearchMatcher
    let isRanked: Bool
    let filters: [RowFilter]
    /// The parts in the order of bookmarks.
    let bookmarks: [Bool?]
    let ordering: MusicOrdering
    let isReversed: Bool

    private var order: String { ordering.terms(isReversed: isReversed) }

    /// Selects the results of all parts among candidates, or among all songs, in order.
    func results(among candidates: RowSet?, in window: Window, _ db: Database) throws -> RawStatement {
        let first =
            (bookmarks.count > 1 ? "bookmarked DESC, " : "")
            + (isRanked ? "\(SearchFunctions.rankOfRow)\(isReversed ? " DESC" : ""), " : "")
        let end = "ORDER BY \(first)\(order) LIMIT \(window.limit ?? -1) OFFSET \(window.offset)"
        return try select("row", among: candidates, allBookmarks + filters.conditions + [isFound(as: nil)], end, db)
    }

    func count(among candidates: RowSet?, _ db: Database) throws -> RawStatement {
        try select(
            "count(*) AS count", among: candidates, allBookmarks + filters.conditions + [isFound(as: nil)], "", db)
    }

    /// Selects the rows of a part in order by the order's index, without those that the index excludes.
    func walk(of part: SearchPart, _ db: Database) throws -> RawStatement {
        let condition = SQLCondition.all(Self.condition(part.isBookmarked) + filters.filter(\.isCovered).conditions)
        // SQLite would rather walk the index of all songs.
        let index = part.isBookmarked == true ? "INDEXED BY \(ordering.bookmarkIndex.name)" : ""
        return try RawStatement(
            db, "SELECT row FROM music \(index) WHERE \(condition.sql) ORDER BY \(order)", condition.values)
    }

    /// Selects candidates of a part, or all its rows, in order; they are not compared with the words.
    func sorted(_ candidates: RowSet?, of part: SearchPart, _ db: Database) throws -> RawStatement {
        try select(
            "row", among: candidates, Self.condition(part.isBookmarked) + filters.conditions, "ORDER BY \(order)", db)
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

    private var allBookmarks: [SQLCondition] { bookmarks.count > 1 ? [] : bookmarks.flatMap(Self.condition) }

    private static func condition(_ isBookmarked: Bool?) -> [SQLCondition] {
        isBookmarked.map { [SQLCondition("bookmarked = \($0 ? 1 : 0)")] } ?? []
    }

    /// Comes last among conditions, because it is the most expensive one.
    private func isFound(as rank: SearchRank?) -> SQLCondition {
        guard let rank else { return SQLCondition("\(SearchFunctions.rankOfRow) IS NOT NULL") }
        return SQLCondition("\(SearchFunctions.rankOfRow) = :rank", ["rank": .integer(Int64(rank.rawValue))])
    }
}
