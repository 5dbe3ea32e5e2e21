import FermataDomain
import GRDB

/// Finds artists by name.
struct ArtistSearch {
    private let filter: ExplicitFilter
    private let db: Database

    init(allowing filter: ExplicitFilter, in db: Database) {
        self.filter = filter
        self.db = db
    }

    /// The artist with exactly this name, if the filter allows some of their music.
    func artist(called name: String) throws -> Artist? {
        let condition = NameCondition(name, keys: "music.artist_key", names: "music.artist")
        return try artists(
            """
            SELECT \(ArtistColumns.nameAndCount(of: "found", allowing: filter)) FROM (
                SELECT music.artist_key AS key, \(ArtistColumns.raw) AS raw FROM music
                    WHERE \(condition.sql) AND \(ArtistColumns.isNamed(allowing: filter)) LIMIT 1
            ) AS found
            """, condition.values
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
        let range = NameCondition(beginningWith: key, keys: "artist_key")
        let found = try artists(
            """
            SELECT \(ArtistColumns.nameAndCount(of: "found", allowing: filter)) FROM (
                SELECT artist_key AS key, '' AS raw FROM music
                    WHERE \(range.sql)\(ArtistColumns.and(filter))
                    GROUP BY artist_key ORDER BY count(*) DESC, artist_key LIMIT \(limit)
            ) AS found
            """, range.values)
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
        let songs = isUnfinished ? "songs" : songsByIndex
        return try artists(
            """
            \(isUnfinished ? keysByScan : keysByIndex)
            SELECT \(ArtistColumns.nameAndCount(of: "found", allowing: filter)) FROM (
                SELECT key, '' AS raw FROM allowed
                    WHERE key <> \(ArtistColumns.emptyKey) AND \(condition.sql)
                    ORDER BY \(order(songs)) LIMIT \(limit)
            ) AS found
            """, condition.values)
    }

    private var songsByIndex: String {
        "(SELECT count(*) FROM music WHERE music.artist_key = key\(ArtistColumns.and(filter)))"
    }

    /// Used after an interrupted initial import: without the index, each look-up would scan all music.
    private var keysByScan: String {
        """
        WITH allowed(key, songs) AS (
            SELECT artist_key, count(*) FROM music WHERE \(ArtistColumns.isNamed(allowing: filter)) GROUP BY artist_key
        )
        """
    }

    /// Visits each key once in order by repeated index look-ups for the next one.
    ///
    /// O(n log m) for n artists and m songs.
    /// Source: https://www.sqlite.org/lang_with.html (a queue of one row is read in the order of its writing).
    private var keysByIndex: String {
        """
        WITH RECURSIVE name(key) AS (
            SELECT min(artist_key) FROM music
            UNION ALL
            SELECT (SELECT min(artist_key) FROM music WHERE artist_key > name.key) FROM name WHERE key IS NOT NULL
        ), allowed(key) AS (
            SELECT key FROM name WHERE EXISTS (
                SELECT 1 FROM music WHERE music.artist_key = name.key\(ArtistColumns.and(filter)))
        )
        """
    }

    private func artistsWithoutKey(containing part: NamePart, limit: Int) throws -> [Artist] {
        let condition = NameCondition(containing: part, keys: "music.artist_key", names: "music.artist")
        return try artists(
            """
            SELECT music.artist AS name, count(*) AS songs FROM music
                WHERE music.artist_key = \(ArtistColumns.emptyKey) AND \(condition.sql)
                    AND \(ArtistColumns.isNamed(allowing: filter))
                GROUP BY music.artist ORDER BY music.artist LIMIT \(limit)
            """, condition.values)
    }

    private func artists(_ sql: String, _ values: [String: SQLValue]) throws -> [Artist] {
        let rows = try RawStatement(db, sql, values)
        var artists: [Artist] = []
        while try rows.step() { artists.append(ArtistColumns.artist(rows)) }
        return artists
    }
}
