import FermataDomain
import GRDB

/// The rows of music that a search by words finds, in order.
///
/// Indexes find candidates, which contain all results:
/// 1. Up to `directSortLimit` are compared with the words and sorted.
/// 2. If there are more, the first songs of the order's index are compared, because a frequent word is found there.
///    Where some of them are results, more songs are compared.
/// 3. If too few of them are results, all candidates are read. The walk along the order's index continues, and the
///    candidates on the way are compared. Where sorting is cheaper than walking to the end, the walk soon stops. Then
/// the    candidates are sorted, and compared until the page is full.
///
/// By relevance, the songs of each rank are found in turn.
struct MusicSearch {
    /// Up to this number of rows, a window is read without finding all results.
    private static let windowLimit = 2_000
    /// Comparing and sorting fewer candidates takes a few milliseconds.
    private static let directSortLimit = 1_000
    /// How many songs of the order are compared first, and how many more for each row to find.
    private static let (firstSteps, stepsPerRow) = (400, 4)
    /// How many songs a walk passes in the time of sorting one candidate.
    private static let stepsPerSort = 32
    /// How many songs a walk passes for each candidate before these are sorted.
    private static let stepsPerCandidate = 4
    /// If there is more than one candidate of this many songs, all songs are compared for a large window.
    private static let songsPerCandidate = 2
    /// How many songs there are for each further song that is compared where the first ones contain results.
    private static let songsPerNearStep = 128
    /// If there is more than one candidate of this many songs, more first songs are searched before reading them all.
    private static let songsPerQuickCandidate = 4
    /// One of this many songs is compared if one of this many results is among some candidates.
    private static let (songsPerFarStep, countPerSome) = (64, 8)

    private let candidates: SearchCandidates
    /// The parts of the results in their order.
    private let parts: [SearchPart]
    private let statements: SearchStatements

    /// Returns nil for a search without words. `filters` are its other conditions.
    init?(_ search: SearchQuery, of query: MusicQuery, filters: [RowFilter], in db: Database) throws {
        let relevance = query.order == .relevance ? SearchRelevance(search.words) : nil
        let matcher = SearchMatcher(search, relevance: relevance)
        if matcher.isEmpty { return nil }
        let texts = search.requiredTexts
        let candidates = SearchCandidates(
            containing: texts, and: filters.compactMap(\.rows) + (try Self.songs(ofGenresIn: search, in: db)))
        self.candidates = candidates
        var ranks: [(rank: SearchRank?, candidates: SearchCandidates)] = [(nil, candidates)]
        if let relevance { ranks = Self.ranks(relevance, texts: texts, candidates: candidates) }
        if query.isReversed { ranks.reverse() }
        parts = OrderedPart.parts(of: query).flatMap { part in
            ranks.map { SearchPart(part: part, rank: $0.rank, candidates: $0.candidates) }
        }
        statements = SearchStatements(matcher, of: query, isRanked: relevance != nil, filters: filters)
    }

    /// Selections of the songs that may have the genres of a search.
    private static func songs(ofGenresIn search: SearchQuery, in db: Database) throws -> [SQLCondition] {
        try search.terms.enumerated().compactMap { index, term in
            guard !term.isNegated, case .text(.genre, let word) = term.condition else { return nil }
            return try StoredNames.songs(ofGenreWith: word, parameter: "genre\(index)", in: db)
        }
    }

    /// The ranks of songs, the best one first, and candidates that contain all their songs.
    ///
    /// `candidates` contain all results of the search, which contain a text of each list.
    private static func ranks(
        _ relevance: SearchRelevance, texts: [[String]], candidates: SearchCandidates
    ) -> [(rank: SearchRank?, candidates: SearchCandidates)] {
        func songs(where condition: (_ key: String) -> String) -> SearchCandidates {
            let selections = ["title_key", "artist_key"].map { "SELECT row FROM music WHERE \(condition($0))" }
            return SearchCandidates(
                SQLCondition(selections.joined(separator: " UNION ALL "), ["rank_key": .text(relevance.key.text)]))
        }
        let equal = songs { "\($0) = :rank_key" }
        // No key contains the byte FF, which is greater than all bytes of UTF-8.
        let beginning = songs { "\($0) >= :rank_key AND \($0) < :rank_key || CAST(x'FF' AS TEXT)" }
        let others = texts.filter { text in !relevance.words.contains { $0.forms == text } }
        let wordBeginnings = SearchCandidates(containing: relevance.words.map(\.beginnings) + others)
        return [(.equal, equal)] + (relevance.key.isEmpty ? [] : [(.beginning, beginning)])
            + [(.wordBeginnings, wordBeginnings), (.elsewhere, candidates)]
    }

    /// Calls `body` with each row of a window, in order.
    func forEachRow(of window: Window, in db: Database, _ body: (Int64) throws -> Void) throws {
        guard let limit = window.limit, limit <= Self.windowLimit, window.offset <= Self.windowLimit - limit else {
            return try forEachResult(among: manyCandidates(candidates, in: db), in: window, db, body)
        }
        if let few = try candidates.rows(limit: Self.directSortLimit, in: db) {
            return try forEachResult(among: few, in: window, db, body)
        }
        var first: [Int64] = []
        for part in parts where first.count < window.offset + limit {
            first += try self.first(window.offset + limit - first.count, of: part, in: db)
        }
        try first.dropFirst(window.offset).forEach(body)
    }

    func count(in db: Database) throws -> Int {
        try statements.count(among: manyCandidates(candidates, in: db), db).count()
    }

    private func forEachResult(
        among candidates: RowSet?, in window: Window, _ db: Database, _ body: (Int64) throws -> Void
    ) throws {
        let results = try statements.results(among: candidates, in: window, db)
        while try results.step() { try body(results.firstInteger) }
    }

    /// Returns nil if there are so many that comparing all songs takes no longer.
    private func manyCandidates(_ candidates: SearchCandidates, in db: Database) throws -> RowSet? {
        try candidates.rows(limit: SearchCandidates.lastRow(in: db) / Self.songsPerCandidate, in: db)
    }

    /// Finds the first rows of a part.
    private func first(_ count: Int, of part: SearchPart, in db: Database) throws -> [Int64] {
        if let few = try part.candidates.rows(limit: Self.directSortLimit, in: db) {
            return try firstSorted(count, of: part, among: few, in: db)
        }
        let songs = try SearchCandidates.lastRow(in: db)
        var walk = try walk(of: part, in: db)
        let firstSteps = Self.firstSteps + count * Self.stepsPerRow
        if try walk.find(count, steps: firstSteps) { return walk.found }
        if !walk.found.isEmpty {
            // Further results are expected at the same distances, and looked for twice as far.
            let steps = firstSteps * count / walk.found.count - firstSteps
            if steps < songs / Self.songsPerNearStep, try walk.find(count, steps: 2 * steps) { return walk.found }
        }
        var many = try part.candidates.rows(limit: songs / Self.songsPerQuickCandidate, in: db)
        if many == nil {
            // If some of the candidates are results there, comparing all songs probably finds the first ones.
            let far = songs / Self.songsPerFarStep
            if let some = part.candidates.some {
                var probe = try self.walk(of: part, in: db)
                if try probe.find(1 + count / Self.countPerSome, among: some, steps: far),
                    try walk.find(count, steps: far)
                {
                    return walk.found
                }
            }
            many = try part.candidates.rows(limit: .max, in: db)
        }
        guard let many else {
            _ = try walk.find(count)
            return walk.found
        }
        let isSorted = many.count < songs / Self.stepsPerSort
        let steps = isSorted ? many.count * Self.stepsPerCandidate : .max
        if try walk.find(count, among: many, steps: steps) { return walk.found }
        return try firstSorted(count, of: part, among: many, in: db)
    }

    /// Sorts candidates, then finds the first results among them.
    private func firstSorted(
        _ count: Int, of part: SearchPart, among candidates: RowSet, in db: Database
    ) throws -> [Int64] {
        if candidates.count == 0 { return [] }
        var walk = OrderedWalk(
            rows: try statements.sorted(candidates, of: part, db), comparison: try statements.comparison(of: part, db))
        _ = try walk.find(count)
        return walk.found
    }

    /// A walk along the index of the order of a part.
    private func walk(of part: SearchPart, in db: Database) throws -> OrderedWalk {
        OrderedWalk(rows: try statements.walk(of: part, db), comparison: try statements.comparison(of: part, db))
    }
}

/// A walk along rows in order, which finds the results among them.
private struct OrderedWalk {
    let rows: RawStatement
    let comparison: RawStatement
    private(set) var found: [Int64] = []

    /// Continues the walk until it has found `count` results or has ended; returns false after `steps` rows.
    ///
    /// Rows that are not candidates are passed without a comparison.
    mutating func find(
        _ count: Int, among candidates: RowSet? = nil, steps: Int = .max
    ) throws -> Bool {
        var steps = steps
        while found.count < count {
            if steps == 0 { return false }
            guard try rows.step() else { return true }
            steps -= 1
            let row = rows.firstInteger
            if let candidates, !candidates.contains(row) { continue }
            if try comparison.bind(["row": .integer(row)]).hasRow() { found.append(row) }
        }
        return true
    }
}

extension SearchQuery {
    /// Lists of texts; the search text of each song that is found contains a text of each list.
    fileprivate var requiredTexts: [[String]] {
        terms.reduce(into: []) { texts, term in
            guard !term.isNegated, case .text(let field, let word) = term.condition,
                field != .genre, field != .source, !texts.contains(word.forms)
            else { return }
            texts.append(word.forms)
        }
    }
}

/// A part of the results of a search, found separately.
private struct SearchPart {
    let part: OrderedPart
    /// Nil for all ranks.
    let rank: SearchRank?
    /// Contain all songs of the part.
    let candidates: SearchCandidates
}

/// The statements that find the results of a search.
private struct SearchStatements {
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
        let index = part.part.index.map { "INDEXED BY \($0)" } ?? ""
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
