import FermataDomain
import GRDB

/// A query in SQL: the selected rows, then the reading of a window.
///
/// Reads a page from an index in its order. Bookmarked first, and each rank of an order by relevance, is a read of its
/// own in sequence.
struct MusicSelection {
    /// From this offset on, counting the rows and skipping from the nearer end is cheaper.
    private static let farOffset = 10_000
    /// Rows that are read in sequence, each part in the same order.
    private struct Part {
        let bookmark: SQLCondition?
        let section: RelevanceSection?
    }

    /// The conditions of the query beside its search.
    private let filters: [SQLCondition]
    private let isReversed: Bool
    private let order: String
    private let orderFromEnd: String
    private let search: MusicSearch
    private let parts: [Part]
    private let bookmarks: [SQLCondition?]
    private let window: Window

    init(_ query: MusicQuery, in db: Database, names: SourceNameCache) throws {
        let text = SearchQuery(query.text)
        search = MusicSearch(text, byRelevance: query.order == .relevance, names: names)
        filters = Self.conditions(query, names)
        isReversed = query.isReversed
        let ordering = MusicOrdering(query.orderWithinRank)
        order = ordering.terms(isReversed: query.isReversed)
        orderFromEnd = ordering.termsFromEnd(isReversed: query.isReversed)
        window = query.window
        bookmarks =
            query.bookmarkedOnly
            ? [SQLCondition("bookmarked = 1")]
            : query.bookmarkedFirst ? [SQLCondition("bookmarked = 1"), SQLCondition("bookmarked = 0")] : [nil]
        let sections = query.isReversed ? search.sections.reversed() : search.sections
        parts = bookmarks.flatMap { bookmark in sections.map { Part(bookmark: bookmark, section: $0) } }
    }

    private static func conditions(_ query: MusicQuery, _ names: SourceNameCache) -> [SQLCondition] {
        var conditions: [SQLCondition] = []
        if let allowed = query.explicit.condition { conditions.append(SQLCondition(allowed)) }
        if let artist = query.artist {
            let name = NameCondition(artist, keys: "artist_key", names: "artist")
            conditions.append(SQLCondition(name.sql, name.values))
        }
        if let album = query.album {
            conditions.append(SQLCondition("album_key = :album_key", ["album_key": .text(SortKey(album).text)]))
        }
        if let source = query.source {
            conditions.append(SQLCondition("sources & :source <> 0", ["source": .integer(names.mask(of: source))]))
        }
        if query.downloadedOnly { conditions.append(SQLCondition(MusicRow.isDownloaded)) }
        return conditions
    }

    func count(in db: Database) throws -> Int {
        try bookmarks.reduce(0) { try $0 + count(of: Part(bookmark: $1, section: nil), in: db) }
    }

    /// Calls `body` with each row of the window, in order.
    func forEach(in db: Database, _ body: (RawStatement) throws -> Void) throws {
        var (offset, limit) = (window.offset, window.limit)
        for (index, part) in parts.enumerated() where limit != 0 {
            var read = 0
            let selection = try selection(of: part, offset: offset, limit: limit, in: db)
            let rows = try RawStatement(db, selection.sql, selection.values)
            while try rows.step() {
                read += 1
                try body(rows)
            }
            guard index + 1 < parts.count else { return }
            limit = limit.map { $0 - read }
            offset = read > 0 || offset == 0 ? 0 : max(0, offset - (try count(of: part, in: db)))
        }
    }

    /// An inner query skips rows on the index alone, without reading them.
    private func selection(of part: Part, offset: Int, limit: Int?, in db: Database) throws -> SQLCondition {
        let select = "SELECT \(MusicRow.columns) FROM music "
        let found = try rows(of: part, finding: limit.map { $0.addingSaturating(offset) }, in: db)
        let filter = filter(part, found)
        let values = filter.values.merging(found.order.values) { $1 }
        let first = "ORDER BY \(found.order.sql)"
        guard offset > 0 else {
            return SQLCondition(select + "\(filter.sql) \(first)\(order) LIMIT \(limit ?? -1)", values)
        }
        let window = try skip(part, offset: offset, limit: limit, in: db)
        return SQLCondition(
            select + "WHERE row IN (SELECT row FROM music \(filter.sql) \(first)\(window)) \(first)\(order)", values)
    }

    /// The end of an `ORDER BY`, and the window.
    private func skip(_ part: Part, offset: Int, limit: Int?, in db: Database) throws -> String {
        if let limit, offset >= Self.farOffset, !search.hasText {
            let left = max(0, try count(of: part, in: db) - offset)
            if left < offset {
                return "\(orderFromEnd) LIMIT \(min(limit, left)) OFFSET \(max(0, left - limit))"
            }
        }
        return "\(order) LIMIT \(limit ?? -1) OFFSET \(offset)"
    }

    private func count(of part: Part, in db: Database) throws -> Int {
        let filter = filter(part, try rows(of: part, finding: nil, in: db))
        let rows = try RawStatement(db, "SELECT count(*) AS count FROM music \(filter.sql)", filter.values)
        return Int(try rows.first { $0.integer("count") } ?? 0)
    }

    /// The rows of a part that the search finds; `count` is the number of its first rows that are read.
    private func rows(of part: Part, finding count: Int?, in db: Database) throws -> FoundRows {
        try search.rows(
            of: part.section, finding: count, order: order, isReversed: isReversed,
            others: [part.bookmark].compactMap { $0 } + filters + search.columns, in: db)
    }

    /// The `WHERE` of a part. Conditions of the search on columns come last: they may call a function for each row.
    private func filter(_ part: Part, _ found: FoundRows) -> SQLCondition {
        let all = [part.bookmark].compactMap { $0 } + filters + [found.condition].compactMap { $0 } + search.columns
        if all.isEmpty { return SQLCondition("") }
        let condition = SQLCondition.all(all)
        return SQLCondition("WHERE \(condition.sql)", condition.values)
    }
}

extension Int {
    fileprivate func addingSaturating(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

extension ExplicitFilter {
    /// A condition on rows of music; nil if all are allowed.
    var condition: String? {
        switch self {
        case .all: nil
        case .notExplicit: "explicit <> \(MusicRow.stored(.explicit))"
        case .cleanOnly: "explicit = \(MusicRow.stored(.clean))"
        }
    }
}
