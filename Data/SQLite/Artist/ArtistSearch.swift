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
        for isExact in [true, false] {
            guard
                let condition = NameCondition(
                    containingIgnoringSpaces: NamePart(text), keys: "key", isExact: isExact)
            else { return [] }
            let found = try artists(where: condition, rank: nil, limit: limit)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Artists whose name, or a word of it, begins with a text.
    ///
    /// O(n) for n songs of the names that begin with it. Reads the keys of all artists only if those names are too few.
    func artists(beginningWith text: String, limit: Int) throws -> [Artist] {
        guard case .key(let key) = NamePart(text) else { return [] }
        func range(_ keys: String) -> NameCondition { NameCondition(beginningWith: key, keys: keys) }
        let counts = artists.counts(allowing: filter) { range($0.key).sql }
        let found = try artists(
            """
            SELECT \(artists.nameAndCount(of: "found", allowing: filter)) FROM (
                SELECT key, '' AS raw FROM (\(counts)) ORDER BY songs DESC, key LIMIT \(limit)
            ) AS found
            """, range("").values)
        if found.count >= limit { return found }
        let words = NameCondition(withLaterWordBeginningWith: key, keys: "key")
        return try found + artists(where: words, rank: nil, limit: limit - found.count)
    }

    private func artistsWithKey(containing part: NamePart, limit: Int) throws -> [Artist] {
        let condition = NameCondition(containing: part, keys: "key", names: "key")
        if case .empty = part { return try artists(where: condition, order: { _ in "key" }, limit: limit) }
        return try artists(where: condition, rank: part.rank(ofKeys: "key"), limit: limit)
    }

    /// Orders keys as `ArtistRepository` defines.
    private func artists(where condition: NameCondition, rank: String?, limit: Int) throws -> [Artist] {
        try artists(
            where: condition,
            order: { songs in [rank, "\(songs) DESC", "key"].compactMap(\.self).joined(separator: ", ") },
            limit: limit)
    }

    /// `order` makes the `ORDER BY` from the number of songs of a key.
    private func artists(
        where condition: NameCondition, order: (_ songs: String) -> String, limit: Int
    ) throws -> [Artist] {
        let isUnfinished = try InitialImport.isUnfinished(in: db)
        let songs = isUnfinished ? "songs" : artists.count(withKey: "allowed", allowing: filter)
        return try artists(
            """
            \(isUnfinished ? keysByScan : keysByIndex)
            SELECT \(artists.nameAndCount(of: "found", allowing: filter)) FROM (
                SELECT key, '' AS raw FROM allowed
                    WHERE key <> \(ArtistColumns.emptyKey) AND \(condition.sql)
                    ORDER BY \(order(songs)) LIMIT \(limit)
            ) AS found
            """, condition.values)
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
        func condition(_ columns: ArtistColumns) -> NameCondition {
            NameCondition(containing: part, keys: columns.key, names: columns.name)
        }
        let songs = artists.union {
            """
            SELECT \($0.name) AS name FROM \($0.songs(allowing: filter)) WHERE \($0.key) = \(ArtistColumns.emptyKey)
                AND \(condition($0).sql) AND \($0.isNamed(allowing: filter))
            """
        }
        return try artists(
            "SELECT name, count(*) AS songs FROM (\(songs)) GROUP BY name ORDER BY name LIMIT \(limit)",
            condition(.shown).values)
    }

    private func artists(_ sql: String, _ values: [String: SQLValue]) throws -> [Artist] {
        let rows = try RawStatement(db, sql, values)
        var artists: [Artist] = []
        while try rows.step() { artists.append(ArtistColumns.artist(rows)) }
        return artists
    }
}
