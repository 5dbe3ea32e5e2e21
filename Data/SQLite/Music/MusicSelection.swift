import FermataDomain
import GRDB

/// A query in SQL: the selected rows, then the reading of a window.
///
/// Reads a page from an index in its order. Bookmarked first is two such reads in sequence, because each
/// part has an index of its own.
struct MusicSelection {
    /// From this offset on, counting the rows and skipping from the nearer end is cheaper.
    private static let farOffset = 10_000
    private let conditions: [String]
    private let values: [String: SQLValue]
    private let order: String
    private let orderFromEnd: String
    private let search: MusicSearch?
    private let parts: [String?]
    private let window: Window

    init(_ query: MusicQuery, in db: Database, names: SourceNameCache) throws {
        var conditions: [String] = []
        var values: [String: SQLValue] = [:]
        if let allowed = query.explicit.condition { conditions.append(allowed) }
        if let artist = query.artist {
            let name = NameCondition(artist, keys: "artist_key", names: "artist")
            conditions.append(name.sql)
            values = name.values
        }
        if let album = query.album {
            conditions.append("album_key = :album_key")
            values["album_key"] = .text(SortKey(album).text)
        }
        if let source = query.source {
            conditions.append("sources & :source <> 0")
            values["source"] = .integer(names.mask(of: source))
        }
        self.conditions = conditions
        self.values = values
        search = MusicSearch(query.text)
        order = MusicOrdering(query.order).terms(isReversed: query.isReversed)
        orderFromEnd = MusicOrdering(query.order).termsFromEnd(isReversed: query.isReversed)
        window = query.window
        parts =
            query.bookmarkedOnly
            ? ["bookmarked = 1"] : query.bookmarkedFirst ? ["bookmarked = 1", "bookmarked = 0"] : [nil]
    }

    func count(in db: Database) throws -> Int {
        try parts.reduce(0) { try $0 + count(of: $1, in: db) }
    }

    /// Calls `body` with each row of the window, in order.
    func forEach(in db: Database, _ body: (RawStatement) throws -> Void) throws {
        var (offset, limit) = (window.offset, window.limit)
        for (index, part) in parts.enumerated() where limit != 0 {
            var read = 0
            let rows = try RawStatement(db, sql(of: part, offset: offset, limit: limit, in: db), allValues)
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
    private func sql(of part: String?, offset: Int, limit: Int?, in db: Database) throws -> String {
        let select = "SELECT \(MusicRow.columns) FROM music "
        let filter = try filter(part, finding: limit.map { $0.addingSaturating(offset) }, in: db)
        guard offset > 0 else { return select + "\(filter) ORDER BY \(order) LIMIT \(limit ?? -1)" }
        let rows = try skip(part, offset: offset, limit: limit, in: db)
        return select + "WHERE row IN (SELECT row FROM music \(filter) \(rows)) ORDER BY \(order)"
    }

    private func skip(_ part: String?, offset: Int, limit: Int?, in db: Database) throws -> String {
        if let limit, offset >= Self.farOffset, search == nil {
            let left = max(0, try count(of: part, in: db) - offset)
            if left < offset {
                return "ORDER BY \(orderFromEnd) LIMIT \(min(limit, left)) OFFSET \(max(0, left - limit))"
            }
        }
        return "ORDER BY \(order) LIMIT \(limit ?? -1) OFFSET \(offset)"
    }

    private func count(of part: String?, in db: Database) throws -> Int {
        let sql = "SELECT count(*) AS count FROM music " + (try filter(part, finding: nil, in: db))
        return Int(try RawStatement(db, sql, allValues).first { $0.integer("count") } ?? 0)
    }

    private var allValues: [String: SQLValue] { values.merging(search?.values ?? [:]) { $1 } }

    /// The `WHERE` of a part; `count` is the number of its first rows that are read.
    private func filter(_ part: String?, finding count: Int?, in db: Database) throws -> String {
        let plain = [part].compactMap { $0 } + conditions
        guard let search else { return Self.filter(plain) }
        let ordered = "SELECT row FROM music \(Self.filter(plain)) ORDER BY \(order)"
        return Self.filter(plain + [try search.condition(finding: count, among: ordered, values, in: db)])
    }

    private static func filter(_ conditions: [String]) -> String {
        conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
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
