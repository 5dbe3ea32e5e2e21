import FermataDomain
import GRDB

/// A search as a condition on rows of music, by the cheapest way to find them.
///
/// FTS5's trigram index finds words of three characters or more. Shorter words are searched in the folded text: by
/// scanning the narrow table, or row by row if the first rows in order contain many matches.
struct MusicSearch {
    /// From this number of matches on, walking the order's index may be cheaper than sorting the matches.
    private static let manyMatches = 5_000
    /// The number of rows sampled to decide whether a match is frequent.
    private static let sampleSize = 2_000
    /// FTS5's content table; reading it directly bypasses the index.
    private static let textOfRow = "(SELECT c0 FROM music_search_content WHERE id = row)"
    /// Conditions that the columns of a row decide.
    let columns: [SQLCondition]
    /// The sections in which results are ordered by relevance; one nil without words.
    let sections: [RelevanceSection?]
    private let texts: [SearchTextCondition]
    private let words: [SearchTextCondition]
    private let trigrams: SQLCondition?

    init(_ search: SearchQuery, byRelevance: Bool, names: SourceNameCache) {
        let terms = SearchTermConditions(search.terms, names: names)
        (columns, texts) = (terms.columns, terms.texts)
        let relevance = byRelevance ? SearchRelevance(search.words) : nil
        sections = relevance.map { RelevanceSection.all(of: $0) } ?? [nil]
        words = (relevance?.words ?? []).enumerated().map { SearchTextCondition($1, "rank\($0)", isNegated: false) }
        let expressions = texts.compactMap(\.trigrams)
        trigrams =
            expressions.isEmpty
            ? nil
            : SQLCondition(
                "music_search MATCH :trigrams",
                ["trigrams": .text(expressions.map { "(\($0))" }.joined(separator: " AND "))])
    }

    /// Whether the search has words or an order by relevance.
    var hasText: Bool { !texts.isEmpty || sections.count > 1 }

    /// The condition for the first `count` rows of a section; nil stands for all rows. Returns nil if every row matches.
    ///
    /// `order` is the `ORDER BY` in which the rows are read, `others` are the other conditions on them.
    func condition(
        _ section: RelevanceSection?, finding count: Int?, order: String, others: [SQLCondition], in db: Database
    ) throws -> SQLCondition? {
        let columns = section.map { [$0.columns] } ?? []
        if let indexed = section?.indexed {
            let rows = Self.rows(indexed)
            let isFrequent = try self.count(rows, upTo: Self.manyMatches, in: db) >= Self.manyMatches
            let found = isFrequent ? columns : [SQLCondition("row IN (\(rows.sql))", rows.values)] + columns
            return .all(found + text(Self.textOfRow, section))
        }
        guard !texts.isEmpty || section != nil else { return nil }
        let eachRow = SQLCondition.all(columns + text(Self.textOfRow, section))
        let matches = try matches(section)
        let areMany = try trigrams.map {
            try self.count(
                SQLCondition("SELECT rowid FROM music_search WHERE \($0.sql)", $0.values), upTo: Self.manyMatches,
                in: db) >= Self.manyMatches
        }
        if let count, areMany != false,
            try self.count(of: eachRow, amongFirst: Self.sampleSize, order: order, others, in: db) >= count
        {
            return eachRow
        }
        return .all(
            columns + [SQLCondition("\(areMany == true ? "+" : "")row IN (\(matches.sql))", matches.values)])
    }

    /// The conditions on an expression for the search text.
    private func text(_ text: String, _ section: RelevanceSection?) -> [SQLCondition] {
        var conditions = texts.map { $0.condition(on: text) }
        if let isBeginning = section?.isBeginning {
            let begins = SQLCondition.all(words.map { $0.beginning(in: text) })
            conditions.append(isBeginning ? begins : begins.negated)
        }
        return conditions
    }

    /// A selection of the rows whose search text matches.
    private func matches(_ section: RelevanceSection?) throws -> SQLCondition {
        let condition = SQLCondition.all([trigrams].compactMap { $0 } + text("text", section))
        return SQLCondition("SELECT rowid FROM music_search WHERE \(condition.sql)", condition.values)
    }

    /// A selection of the rows that meet one of several indexed conditions.
    private static func rows(_ conditions: [SQLCondition]) -> SQLCondition {
        SQLCondition(
            conditions.map { "SELECT row FROM music WHERE \($0.sql)" }.joined(separator: " UNION "),
            conditions.reduce(into: [:]) { $0.merge($1.values) { $1 } })
    }

    private func count(_ rows: SQLCondition, upTo limit: Int, in db: Database) throws -> Int {
        let sql = "SELECT count(*) AS count FROM (\(rows.sql) LIMIT \(limit))"
        return Int(try RawStatement(db, sql, rows.values).first { $0.integer("count") } ?? 0)
    }

    /// Counts the matches among the first rows in order.
    private func count(
        of condition: SQLCondition, amongFirst size: Int, order: String, _ others: [SQLCondition], in db: Database
    ) throws -> Int {
        let others = SQLCondition.all(others)
        let rows = "SELECT * FROM music WHERE \(others.sql) ORDER BY \(order) LIMIT \(size)"
        let sql = "SELECT count(*) AS count FROM (\(rows)) WHERE \(condition.sql)"
        return Int(
            try RawStatement(db, sql, others.values.merging(condition.values) { $1 }).first { $0.integer("count") } ?? 0
        )
    }
}
