import FermataDomain
import GRDB

/// A query in SQL: the selected rows, then the reading of a window.
///
/// Reads a page from an index in its order; bookmarked or played songs that come first are read on their own. Words are
/// searched by `MusicSearch`, whose rows are then read one by one.
struct MusicSelection {
    /// From this offset on, counting the rows and skipping from the nearer end is cheaper.
    private static let farOffset = 10_000

    private let filters: [RowFilter]
    private let search: MusicSearch?
    /// Read one after another.
    private let parts: [OrderedPart]
    private let query: MusicQuery
    private let ends: PageEnds?

    /// `ends` are those of earlier pages; nil to skip songs from an end of the list.
    init(_ query: MusicQuery, in db: Database, names: SourceNameCache, ends: PageEnds? = nil) throws {
        let text = SearchQuery(query.text)
        filters = try Self.filters(query, names, in: db) + RowFilter.filters(of: text, names: names)
        parts = OrderedPart.parts(of: query)
        search = try MusicSearch(text, of: query, filters: filters, in: db)
        self.query = query
        // Other lists are short, or an index of their own finds their songs, or a part of them precedes the window.
        let isLong = search == nil && !query.downloadedOnly && filters.allSatisfy { $0.isCovered && $0.rows == nil }
        self.ends = isLong && parts.count == 1 && parts[0].ordering.isAscending ? ends : nil
    }

    private static func filters(
        _ query: MusicQuery, _ names: SourceNameCache, in db: Database
    ) throws -> [RowFilter] {
        var filters: [RowFilter] = []
        if let allowed = query.explicit.condition { filters.append(RowFilter(SQLCondition(allowed), isCovered: true)) }
        if let artist = query.artist {
            filters.append(RowFilter(indexed: try songs(of: artist, in: db)))
        }
        if let album = query.album {
            filters.append(RowFilter(indexed: SQLCondition(album)))
        }
        if let source = query.source {
            let condition = SQLCondition("sources & :source <> 0", ["source": .integer(names.mask(of: source))])
            filters.append(RowFilter(condition, isCovered: true))
        }
        if query.downloadedOnly {
            // Unlike a condition on each row, this finds the few downloads by their ids.
            let downloads = "music.id IN (SELECT id FROM download WHERE state = 1)"
            let hasLocalAudio = names.fileMask != 0
            let condition = SQLCondition(hasLocalAudio ? MusicRow.isDownloaded(names) : downloads)
            filters.append(RowFilter(condition, isCovered: names.mixedMask == 0))
        }
        return filters
    }

    /// Matches the songs of an artist. One index finds those that show the artist, another one those that name it among
    /// several; without these, the first one has the order of the artist's songs as well.
    static func songs(of artist: String, in db: Database) throws -> SQLCondition {
        let name = SQLCondition(named: artist, keys: "artist_key", names: "artist")
        let rows = "SELECT row FROM music_artist WHERE \(name.sql)"
        guard try RawStatement(db, "\(rows) LIMIT 1", name.values).hasRow() else {
            return name
        }
        return SQLCondition("(\(name.sql)) OR music.row IN (\(rows))", name.values)
    }

    func count(in db: Database) throws -> Int {
        if let search { return try search.count(in: db) }
        // Together, several parts contain all songs.
        let all = OrderedPart(
            isBookmarked: query.bookmarkedOnly ? true : nil, hasValue: nil, ordering: MusicOrdering(.title))
        return try count(of: all, in: db)
    }

    /// Calls `body` with each row of the window, in order.
    func forEach(in db: Database, _ body: (RawStatement) throws -> Void) throws {
        guard let search else { return try forEach(in: db, selected: page, body) }
        let row = try RawStatement(db, "SELECT \(MusicRow.columns) FROM music WHERE row = :row")
        try search.forEachRow(of: query.window, in: db) { number in
            _ = try row.bind(["row": .integer(number)]).first(body)
        }
    }

    /// Calls `body` with the number of each row of the window, in order.
    func forEachRow(in db: Database, _ body: (Int64) throws -> Void) throws {
        guard let search else { return try forEach(in: db, selected: rows) { try body($0.firstInteger) } }
        try search.forEachRow(of: query.window, in: db, body)
    }

    /// Selects a window of a part, with the number of each row first.
    private typealias Selection = (_ part: OrderedPart, _ window: Window, _ db: Database) throws -> SQLCondition

    private func forEach(
        in db: Database, selected selection: Selection, _ body: (RawStatement) throws -> Void
    ) throws {
        var (offset, limit) = (query.window.offset, query.window.limit)
        for (index, part) in parts.enumerated() where limit != 0 {
            var (read, last) = (0, Int64(0))
            let selection = try selection(part, Window(offset: offset, limit: limit), db)
            let rows = try RawStatement(db, selection.sql, selection.values)
            while try rows.step() {
                read += 1
                last = rows.firstInteger
                try body(rows)
            }
            if read > 0, read == limit { try ends?.store(last, at: offset + read, of: query, in: db) }
            guard index + 1 < parts.count else { return }
            limit = limit.map { $0 - read }
            offset = read > 0 || offset == 0 ? 0 : max(0, offset - (try count(of: part, in: db)))
        }
    }

    /// Selects the numbers of rows, without reading the rows.
    private func rows(of part: OrderedPart, in window: Window, _ db: Database) throws -> SQLCondition {
        let end = try ends?.last(before: query, in: db)
        let filter = filter(part, after: end)
        let order = part.ordering.terms(isReversed: query.isReversed)
        let limit = "LIMIT \(window.limit ?? -1) OFFSET \(window.offset - (end?.offset ?? 0))"
        return SQLCondition("SELECT row FROM music \(filter.sql) ORDER BY \(order) \(limit)", filter.values)
    }

    /// Selects complete rows. An inner query skips rows on the index, without reading them.
    private func page(of part: OrderedPart, in window: Window, _ db: Database) throws -> SQLCondition {
        let select = "SELECT music.row, \(MusicRow.columns) FROM music "
        let end = try ends?.last(before: query, in: db)
        let filter = filter(part, after: end)
        let order = part.ordering.terms(isReversed: query.isReversed)
        let offset = window.offset - (end?.offset ?? 0)
        guard offset > 0 else {
            return SQLCondition(select + "\(filter.sql) ORDER BY \(order) LIMIT \(window.limit ?? -1)", filter.values)
        }
        let last =
            end == nil
            ? try skip(part, offset: offset, limit: window.limit, in: db)
            : "\(order) LIMIT \(window.limit ?? -1) OFFSET \(offset)"
        let rows = "SELECT row FROM music \(filter.sql) ORDER BY \(last)"
        return SQLCondition(select + "WHERE row IN (\(rows)) ORDER BY \(order)", filter.values)
    }

    /// The end of an `ORDER BY`, and the window.
    private func skip(_ part: OrderedPart, offset: Int, limit: Int?, in db: Database) throws -> String {
        if let limit, offset >= Self.farOffset {
            let left = max(0, try count(of: part, in: db) - offset)
            if left < offset {
                let order = part.ordering.termsFromEnd(isReversed: query.isReversed)
                return "\(order) LIMIT \(min(limit, left)) OFFSET \(max(0, left - limit))"
            }
        }
        return "\(part.ordering.terms(isReversed: query.isReversed)) LIMIT \(limit ?? -1) OFFSET \(offset)"
    }

    private func count(of part: OrderedPart, in db: Database) throws -> Int {
        let filter = filter(part)
        // Counting a column that no index has leads SQLite to the index of the bookmarks, instead of one of all rows.
        let counted = part.isBookmarked == true ? "title" : "*"
        return try RawStatement(db, "SELECT count(\(counted)) FROM music \(filter.sql)", filter.values).count()
    }

    /// The conditions on the songs of a part that follow the end of a page, or on all of them.
    private func filter(_ part: OrderedPart, after end: PageEnds.End? = nil) -> SQLCondition {
        let follows = end.flatMap { part.ordering.follows($0.row, isReversed: query.isReversed) }
        let all = part.conditions + filters.conditions + [follows].compactMap(\.self)
        if all.isEmpty { return SQLCondition("") }
        let condition = SQLCondition.all(all)
        return SQLCondition("WHERE \(condition.sql)", condition.values)
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

/// Songs that precede or follow all others of a query, read from one index in their order.
struct OrderedPart {
    /// Nil for all songs.
    let isBookmarked: Bool?
    /// Whether the songs have the sparse value of an order; nil for all songs.
    let hasValue: (value: SparseValue, isPresent: Bool)?
    let ordering: MusicOrdering

    /// The parts of a query in their order. Songs without a sparse value follow in the order of titles.
    static func parts(of query: MusicQuery) -> [OrderedPart] {
        let bookmarks: [Bool?] = query.bookmarkedOnly ? [true] : query.bookmarkedFirst ? [true, false] : [nil]
        let ordering = MusicOrdering(query.orderWithinRank)
        return bookmarks.flatMap { isBookmarked in
            guard let value = ordering.sparseValue else {
                return [OrderedPart(isBookmarked: isBookmarked, hasValue: nil, ordering: ordering)]
            }
            return [
                OrderedPart(isBookmarked: isBookmarked, hasValue: (value, true), ordering: ordering),
                OrderedPart(isBookmarked: isBookmarked, hasValue: (value, false), ordering: MusicOrdering(.title)),
            ]
        }
    }

    var conditions: [SQLCondition] {
        (isBookmarked.map { [SQLCondition("bookmarked = \($0 ? 1 : 0)")] } ?? [])
            + (hasValue.map {
                [$0.isPresent ? SQLCondition("\($0.value.column) IS NOT NULL") : Self.lack(of: $0.value)]
            } ?? [])
    }

    /// Unlike a condition on the row, this is decided without reading it.
    private static func lack(of value: SparseValue) -> SQLCondition {
        SQLCondition(
            """
            music.row NOT IN (
                SELECT \(value.rawValue).row FROM music AS \(value.rawValue) WHERE \(value.rawValue).\(value.column) IS NOT NULL)
            """)
    }

    /// The name of the index of only these songs in their order; nil if there is none.
    var index: String? {
        if let hasValue, hasValue.isPresent { return ordering.index(of: hasValue.value) }
        return isBookmarked == true ? ordering.bookmarkIndex : nil
    }
}
