import FermataDomain
import GRDB

/// Finds artists by name.
struct ArtistSearch {
    private let filter: ExplicitFilter
    private let artists: [ArtistColumns]
    private let db: Database

    /// Finds all artists, or only those of `tables`.
    init(among tables: [ArtistColumns]? = nil, allowing filter: ExplicitFilter, in db: Database) throws {
        self.filter = filter
        self.db = db
        artists = try tables ?? ArtistColumns.all(in: db)
    }

    /// The artist with exactly this name, if the filter allows some of their music.
    func artist(called name: String) throws -> Artist? {
        let found = artists.union {
            """
            SELECT \($0.key) AS key, \($0.raw) AS raw FROM \($0.songs(allowing: filter))
                WHERE \($0.condition(name).sql) AND \($0.isNamed(allowing: filter))
            """
        }
        return try artists(
            """
            SELECT \(artists.nameAndCount(of: "found", allowing: filter)) FROM (\(found) LIMIT 1) AS found
            """, ArtistColumns.shown.condition(name).values
        ).first
    }

    /// Artists whose name contains a text, by rank, number of songs and key; all artists for an empty text.
    func artists(containing text: String, limit: Int) throws -> [Artist] {
        let part = NamePart(text)
        var found: [Artist] = []
        if case .raw = part {} else { found = try artistsWithKey(containing: part, limit: limit) }
        if case .key = part { return found }
        return try found + artistsWithoutKey(containing: part, limit: limit - found.count)
    }

    /// Artists whose name equals a text if spaces are ignored, or else contains it that way.
    func artists(containingIgnoringSpaces text: String, limit: Int) throws -> [Artist] {
        for condition in conditions(ignoringSpacesOf: NamePart(text)) {
            let found = try artists(where: condition, rank: nil, limit: limit)
            if !found.isEmpty { return found }
        }
        return []
    }

    private func conditions(ignoringSpacesOf part: NamePart) -> [SQLCondition] {
        [true, false].compactMap { SQLCondition(containingIgnoringSpaces: part, keys: "key", isExact: $0) }
    }

    /// The number of artists whose name contains a text, or else contains it if spaces are ignored.
    func count(containing text: String) throws -> Int {
        let part = NamePart(text)
        let names = songsWithoutKey(containing: part)
        var count = try countKeys(where: SQLCondition(containing: part, keys: "key", names: "key"))
        count += try RawStatement(db, "SELECT count(DISTINCT name) FROM (\(names.sql))", names.values).count()
        for condition in conditions(ignoringSpacesOf: part) where count == 0 { count = try countKeys(where: condition) }
        return count
    }

    /// Artists whose name, or a word of it, begins with a text.
    ///
    /// O(n) for n songs of the names that begin with it. Reads the keys of all artists only if those names are too few.
    func artists(beginningWith text: String, limit: Int) throws -> [Artist] {
        guard case .key(let key) = NamePart(text) else { return [] }
        func range(_ keys: String) -> SQLCondition { SQLCondition(beginningWith: key, keys: keys) }
        let counts = artists.counts(allowing: filter) { range($0.key).sql }
        let found = try artists(
            """
            SELECT \(artists.nameAndCount(of: "found", allowing: filter)) FROM (
                SELECT key, '' AS raw FROM (\(counts)) ORDER BY songs DESC, key LIMIT \(limit)
            ) AS found
            """, range("").values)
        if found.count >= limit { return found }
        let words = SQLCondition(withLaterWordBeginningWith: key, keys: "key")
        return try found + artists(where: words, rank: nil, limit: limit - found.count)
    }

    private func artistsWithKey(containing part: NamePart, limit: Int) throws -> [Artist] {
        let condition = SQLCondition(containing: part, keys: "key", names: "key")
        if case .empty = part { return try firstArtists(limit) }
        return try artists(where: condition, rank: part.rank(ofKeys: "key"), limit: limit)
    }

    /// The first artists in the order of keys. `keysByIndex` has this order, so that it ends with the last of them.
    private func firstArtists(_ limit: Int) throws -> [Artist] {
        let isUnfinished = try InitialImport.isUnfinished(in: db)
        return try artists(where: SQLCondition("TRUE"), order: isUnfinished ? "key" : nil, limit: limit)
    }

    /// Orders keys as `ArtistRepository` defines.
    private func artists(where condition: SQLCondition, rank: String?, limit: Int) throws -> [Artist] {
        let isUnfinished = try InitialImport.isUnfinished(in: db)
        let songs = isUnfinished ? "songs" : artists.count(withKey: "allowed", allowing: filter)
        return try artists(
            where: condition, order: [rank, "\(songs) DESC", "key"].compactMap(\.self).joined(separator: ", "),
            limit: limit)
    }

    private func artists(where condition: SQLCondition, order: String?, limit: Int) throws -> [Artist] {
        try artists(
            """
            \(try allowedKeys())
            SELECT \(artists.nameAndCount(of: "found", allowing: filter)) FROM (
                SELECT key, '' AS raw FROM allowed WHERE \(Self.isFound(condition))
                    \(order.map { "ORDER BY \($0)" } ?? "") LIMIT \(limit)
            ) AS found
            """, condition.values)
    }

    private func countKeys(where condition: SQLCondition) throws -> Int {
        let sql = "\(try allowedKeys()) SELECT count(*) FROM allowed WHERE \(Self.isFound(condition))"
        return try RawStatement(db, sql, condition.values).count()
    }

    private static func isFound(_ condition: SQLCondition) -> String {
        "key <> \(ArtistColumns.emptyKey) AND \(condition.sql)"
    }

    /// Defines `allowed`, the keys of artists with music that the filter allows.
    private func allowedKeys() throws -> String {
        try InitialImport.isUnfinished(in: db) ? keysByScan : keysByIndex
    }

    /// Used after an interrupted initial import: without the index, each look-up would scan all music.
    private var keysByScan: String {
        "WITH allowed(key, songs) AS (\(artists.counts(allowing: filter) { "\($0.name) <> ''" }))"
    }

    /// Visits each key once in order by repeated index look-ups for the next one.
    ///
    /// O(n log m) for n artists and m songs.
    /// Source: https://www.sqlite.org/lang_with.html (a queue of one row is read in the order of its writing).
    private var keysByIndex: String {
        let areAllowed = artists.map { "EXISTS (SELECT 1 \($0.songs(withKey: "name", allowing: filter)))" }
        return """
            WITH RECURSIVE name(key) AS (
                \(firstKey(where: ""))
                UNION ALL
                SELECT (\(firstKey(where: "WHERE artist_key > name.key"))) FROM name WHERE key IS NOT NULL
            ), allowed(key) AS (
                SELECT key FROM name WHERE \(areAllowed.joined(separator: " OR "))
            )
            """
    }

    /// Selects the first key that meets a condition, by an index of each table.
    private func firstKey(where condition: String) -> String {
        let shown = "SELECT min(artist_key) AS key FROM music \(condition)"
        if artists.count == 1 { return shown }
        return "SELECT min(key) FROM (\(shown) UNION ALL SELECT min(artist_key) FROM music_artist \(condition))"
    }

    private func artistsWithoutKey(containing part: NamePart, limit: Int) throws -> [Artist] {
        let songs = songsWithoutKey(containing: part)
        return try artists(
            "SELECT name, count(*) AS songs FROM (\(songs.sql)) GROUP BY name ORDER BY name LIMIT \(limit)",
            songs.values)
    }

    /// Selects the name of each song whose artist has no key.
    private func songsWithoutKey(containing part: NamePart) -> SQLCondition {
        func condition(_ columns: ArtistColumns) -> SQLCondition {
            SQLCondition(containing: part, keys: columns.key, names: columns.name)
        }
        let songs = artists.union {
            """
            SELECT \($0.name) AS name FROM \($0.songs(allowing: filter)) WHERE \($0.key) = \(ArtistColumns.emptyKey)
                AND \(condition($0).sql) AND \($0.isNamed(allowing: filter))
            """
        }
        return SQLCondition(songs, condition(.shown).values)
    }

    private func artists(_ sql: String, _ values: [String: SQLValue]) throws -> [Artist] {
        try RawStatement(db, sql, values).all(ArtistColumns.artist)
    }
}

/// The columns that identify and describe artists in SQL, and the table of their songs.
///
/// A sort key and a raw name identify an artist; the raw name is '' unless the key is empty. No song has the same
/// artist in both tables.
struct ArtistColumns {
    private let table: String
    let key: String
    let name: String
    /// The row of the song in `music`.
    let row: String
    /// Joins the table to `music`.
    let join: String

    /// The artists that songs show.
    static let shown = ArtistColumns(
        table: "music", key: "music.artist_key", name: "music.artist", row: "music.row", join: "")
    /// The single artists of songs that have several.
    static let single = ArtistColumns(
        table: "music_artist AS single", key: "single.artist_key", name: "single.artist", row: "single.row",
        join: " CROSS JOIN music_artist AS single ON single.row = music.row")

    /// The key of names without letters or digits; see `SortKey`.
    static let emptyKey = "char(0x10FFFF)"

    /// All artists. A library without songs of several artists reads `music` only, as fast as if there were no other
    /// table.
    static func all(in db: Database) throws -> [ArtistColumns] {
        try db.isEmpty("music_artist") ? [shown] : [shown, single]
    }

    /// A `FROM` clause with the songs' columns that a filter compares.
    func songs(allowing filter: ExplicitFilter) -> String {
        filter == .all || row == Self.shown.row ? table : "\(table) CROSS JOIN music ON music.row = \(row)"
    }

    /// The raw name, or '' if the key is not empty.
    var raw: String { "CASE WHEN \(key) = \(Self.emptyKey) THEN \(name) ELSE '' END" }

    /// Matches an artist's songs.
    func condition(_ artist: String) -> SQLCondition { SQLCondition(named: artist, keys: key, names: name) }

    /// Matches songs that have an artist and that a filter allows.
    func isNamed(allowing filter: ExplicitFilter) -> String {
        "\(name) <> ''" + Self.and(filter)
    }

    /// An `AND` condition for music that a filter allows.
    static func and(_ filter: ExplicitFilter) -> String {
        filter.condition.map { " AND music.\($0)" } ?? ""
    }

    /// Reads the columns `name` and `songs`.
    static func artist(_ row: RawStatement) -> Artist {
        Artist(name: row.text("name"), trackCount: Int(row.integer("songs")))
    }

    /// A `FROM` clause of the songs with an artist's key.
    func songs(withKey artist: String, allowing filter: ExplicitFilter) -> String {
        "FROM \(songs(allowing: filter)) WHERE \(key) = \(artist).key\(Self.and(filter))"
    }

    fileprivate func songs(withName artist: String, allowing filter: ExplicitFilter) -> String {
        "FROM \(songs(allowing: filter)) WHERE \(key) = \(Self.emptyKey) AND \(name) = \(artist).raw\(Self.and(filter))"
    }
}

extension [ArtistColumns] {
    /// The rows of one `SELECT` for each table.
    func union(_ select: (ArtistColumns) -> String) -> String { map(select).joined(separator: " UNION ALL ") }

    /// Selects `key` and `songs`, the number of songs, of all artists that meet a condition.
    func counts(allowing filter: ExplicitFilter, where condition: (ArtistColumns) -> String) -> String {
        let counts = union {
            """
            SELECT \($0.key) AS key, count(*) AS songs FROM \($0.songs(allowing: filter))
                WHERE \(condition($0))\(ArtistColumns.and(filter)) GROUP BY \($0.key)
            """
        }
        return count == 1 ? counts : "SELECT key, sum(songs) AS songs FROM (\(counts)) GROUP BY key"
    }

    /// The number of songs with an artist's key.
    func count(withKey artist: String, allowing filter: ExplicitFilter) -> String {
        map { "(SELECT count(*) \($0.songs(withKey: artist, allowing: filter)))" }.joined(separator: " + ")
    }

    /// `name`, the most frequent spelling of the artist's name, and `songs`, the number of songs.
    func nameAndCount(of artist: String, allowing filter: ExplicitFilter) -> String {
        let names = union { "SELECT \($0.name) AS name \($0.songs(withKey: artist, allowing: filter))" }
        let counts = map { "(SELECT count(*) \($0.songs(withName: artist, allowing: filter)))" }
        return """
            CASE \(artist).raw WHEN '' THEN
                (SELECT name FROM (\(names)) GROUP BY name ORDER BY count(*) DESC, name LIMIT 1)
                ELSE \(artist).raw END AS name,
            CASE \(artist).raw WHEN '' THEN \(count(withKey: artist, allowing: filter))
                ELSE \(counts.joined(separator: " + ")) END AS songs
            """
    }
}
