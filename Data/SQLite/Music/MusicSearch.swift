import FermataDomain
import GRDB

/// The rows that a search finds.
struct FoundRows {
    /// A condition on rows of music; nil if every row matches.
    let condition: SQLCondition?
    /// Terms that come before those of an `ORDER BY`.
    let order: SQLCondition

    init(_ condition: SQLCondition?, order: SQLCondition? = nil) {
        (self.condition, self.order) = (condition, order ?? SQLCondition(""))
    }
}

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
        words = (relevance?.words ?? []).enumerated().reduce(into: []) { words, word in
            words.addOnce(SearchTextCondition(word.element, "rank\(word.offset)", isNegated: false))
        }
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

    /// Finds the first `count` rows of a section; nil stands for all rows.
    ///
    /// `order` is the `ORDER BY` in which the rows are read, `others` are the other conditions on them.
    func rows(
        of section: RelevanceSection?, finding count: Int?, order: String, isReversed: Bool, others: [SQLCondition],
        in db: Database
    ) throws -> FoundRows {
        let columns = section.map { [$0.columns] } ?? []
        if let indexed = section?.indexed {
            let rows = Self.rows(indexed)
            let isFrequent = try self.count(rows, upTo: Self.manyMatches, in: db) >= Self.manyMatches
            let found = isFrequent ? columns : [SQLCondition("row IN (\(rows.sql))", rows.values)] + columns
            return FoundRows(.all(found + text(Self.textOfRow)))
        }
        guard hasText else { return FoundRows(nil) }
        let areMany = try trigrams.map {
            try self.count(
                SQLCondition("SELECT rowid FROM music_search WHERE \($0.sql)", $0.values), upTo: Self.manyMatches,
                in: db) >= Self.manyMatches
        }
        let beginnings = section?.ranksBeginnings == true ? self.beginnings : nil
        if let count, areMany != false, beginnings == nil || !isReversed {
            let eachRow = SQLCondition.all(columns + text(Self.textOfRow) + [beginnings].compactMap { $0 })
            let isFrequent =
                try self.count(of: eachRow, amongFirst: Self.sampleSize, order: order, others, in: db) >= count
            if isFrequent { return FoundRows(eachRow) }
        }
        let matches = SQLCondition.all([trigrams].compactMap { $0 } + text("text"))
        let list = "\(areMany == true ? "+" : "")row IN (SELECT rowid FROM music_search WHERE \(matches.sql))"
        return FoundRows(
            .all([SQLCondition(list, matches.values)] + columns),
            order: beginnings.map { SQLCondition("(\($0.sql))\(isReversed ? "" : " DESC"), ", $0.values) })
    }

    /// The conditions on an expression for the search text.
    private func text(_ text: String) -> [SQLCondition] { texts.map { $0.condition(on: text) } }

    /// The condition that each word begins a word of the search text.
    private var beginnings: SQLCondition { .all(words.map { $0.beginning(in: Self.textOfRow) }) }

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
