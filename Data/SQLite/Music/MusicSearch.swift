import FermataDomain
import GRDB

/// The rows of music that a search by words finds, in order.
///
/// An index finds candidates, which contain all results:
/// 1. Up to `directSortLimit` are compared with the words and sorted.
/// 2. If there are more, the first songs of the order's index are compared, because a frequent word is found there.
/// 3. If too few of them are results, all candidates are read, and those among the next songs of the index are
///    compared.
/// 4. If too few of these are results, up to `sortLimit` candidates are sorted, then compared until the page is full.
///    More candidates are found by walking the index to its end.
///
/// By relevance, the songs of each rank are found in turn.
struct MusicSearch {
    /// Up to this number of rows, a window is read without finding all results.
    private static let windowLimit = 2_000
    /// Comparing and sorting fewer candidates takes a few milliseconds.
    private static let directSortLimit = 1_000
    /// More candidates are read only if the first rows of the order have too few results.
    private static let initialReadLimit = 30_000
    /// How many candidates are read, and how far the order is walked with these.
    private static let stages: [(limit: Int, budget: SearchBudget)] = [
        (directSortLimit, .probe), (initialReadLimit, .first), (.max, .first),
    ]
    /// Walking all songs is cheaper than sorting more candidates.
    private static let sortLimit = 30_000
    /// Reading all songs in sequence is cheaper than reading more candidates one by one.
    private static let candidateLimit = 200_000

    private let candidates: SearchCandidates
    /// The parts of the results in their order.
    private let parts: [SearchPart]
    private let statements: SearchStatements

    /// Returns nil for a search without words. `filters` are its other conditions.
    init?(_ search: SearchQuery, of query: MusicQuery, filters: [RowFilter]) {
        let relevance = query.order == .relevance ? SearchRelevance(search.words) : nil
        let matcher = SearchMatcher(search, relevance: relevance)
        if matcher.isEmpty { return nil }
        let texts = search.requiredTexts
        let candidates = SearchCandidates(containing: texts, and: filters.compactMap(\.rows))
        self.candidates = candidates
        let ranks = relevance.map { RelevanceSections($0, texts: texts, candidates: candidates).ranks }
        parts = OrderedPart.parts(of: query).flatMap { part in
            ranks.map { query.isReversed ? $0.reversed() : $0 }?.map {
                SearchPart(part: part, rank: $0.rank, candidates: $0.candidates)
            } ?? [SearchPart(part: part, rank: nil, candidates: candidates)]
        }
        statements = SearchStatements(matcher, of: query, isRanked: relevance != nil, filters: filters)
    }

    /// Calls `body` with each row of a window, in order.
    func forEachRow(of window: Window, in db: Database, _ body: (Int64) throws -> Void) throws {
        guard let limit = window.limit, limit <= Self.windowLimit, window.offset <= Self.windowLimit - limit else {
            return try statements.results(among: allCandidates(in: db), in: window, db).forEachRow(body)
        }
        if let rows = try candidates.rows(limit: Self.directSortLimit, in: db).rows {
            return try statements.results(among: rows, in: window, db).forEachRow(body)
        }
        var first: [Int64] = []
        for part in parts where first.count < window.offset + limit {
            first += try self.first(window.offset + limit - first.count, of: part, in: db)
        }
        try first.dropFirst(window.offset).forEach(body)
    }

    func count(in db: Database) throws -> Int {
        try statements.count(among: allCandidates(in: db), db).count()
    }

    /// Returns nil if reading all songs is cheaper than reading the candidates.
    private func allCandidates(in db: Database) throws -> RowSet? {
        let rows = try candidates.rows(limit: Self.candidateLimit, in: db).rows
        return rows.flatMap { $0.count > Self.candidateLimit ? nil : $0 }
    }

    /// Finds the first rows of a part.
    private func first(_ count: Int, of part: SearchPart, in db: Database) throws -> [Int64] {
        for (limit, budget) in Self.stages {
            let found = try part.candidates.rows(limit: limit, in: db)
            let number = found.rows?.count ?? .max
            let isSorted = number <= (found.isFinal ? Self.sortLimit : Self.directSortLimit)
            if number > Self.directSortLimit {
                let walk = try statements.walk(of: part, db)
                let budget =
                    found.isFinal ? isSorted ? budget.atLeastHalfOfSorting(number) : .unlimited : budget
                if let first = try first(count, of: part, in: walk, among: found.rows, budget, db) { return first }
            }
            if number == 0 { return [] }
            if isSorted {
                let rows = try statements.sorted(found.rows, of: part, db)
                return try first(count, of: part, in: rows, among: nil, .unlimited, db) ?? []
            }
        }
        return []
    }

    /// Finds the first results among the rows of a statement; returns nil if that exceeds the budget.
    private func first(
        _ count: Int, of part: SearchPart, in statement: RawStatement, among candidates: RowSet?,
        _ budget: SearchBudget, _ db: Database
    ) throws -> [Int64]? {
        var (steps, comparisons, misses) = (budget.steps, budget.comparisons, budget.misses)
        let comparison = try statements.comparison(of: part, db)
        var found: [Int64] = []
        while found.count < count, try statement.step() {
            steps -= 1
            if steps < 0 { return nil }
            let row = statement.firstInteger
            if let candidates, !candidates.contains(row) { continue }
            comparisons -= 1
            misses -= 1
            if comparisons < 0 || misses < 0 { return nil }
            comparison.bind(row, to: "row")
            if try comparison.hasRow() {
                found.append(row)
                misses = budget.misses
            }
        }
        return found
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

extension RawStatement {
    fileprivate func forEachRow(_ body: (Int64) throws -> Void) throws {
        while try step() { try body(firstInteger) }
    }
}
