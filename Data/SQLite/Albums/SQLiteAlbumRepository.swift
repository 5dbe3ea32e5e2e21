public import FermataDomain
import GRDB

/// The albums of the library on disk.
public struct SQLiteAlbumRepository: AlbumRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func batches(of query: AlbumQuery) -> any AsyncSequence<[Album], any Error> & Sendable {
        library.batches { db, append in
            let names = try SourceNameCache(db)
            let reader = try AlbumReader(db, names: names, allowing: query.explicit)
            try AlbumSelector(query, in: db, names: names).forEachRow { row in
                if let album = try reader.album(row) { try append(album) }
            }
        }
    }

    public func count(_ query: AlbumQuery) async throws -> Int {
        try await library.read { db in try AlbumSelector(query, in: db, names: try SourceNameCache(db)).count() }
    }

    public func albums(
        matching text: String, by artist: String?, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Album] {
        try await library.read { db in
            let all = AlbumQuery(order: .name, explicit: filter, window: Window(limit: limit))
            var named = all
            named.artist = artist
            let name = SQLCondition(named: text, keys: "name_key", names: "name")
            let part = SQLCondition(containing: NamePart(text), keys: "name_key", names: "name")
            let (prefix, isComplete) = (MusicIDPrefix(text), text.utf8.count == MusicID.digits)
            let exact =
                try Self.albums(named, where: name, in: db)
                + (isComplete ? Self.albums(all, where: prefix.map(SQLCondition.ids), in: db) : [])
            if !exact.isEmpty { return Array(exact.prefix(limit)) }
            let containing = try Self.albums(named, where: part, in: db)
            return try containing.isEmpty ? Self.albums(all, where: prefix.map(SQLCondition.ids), in: db) : containing
        }
    }

    public func album(_ id: AlbumID, allowing filter: ExplicitFilter) async throws -> Album? {
        try await library.read { db in
            let found = try Self.albums(
                AlbumQuery(explicit: filter),
                where: SQLCondition("id = :id OR other_id = :id", ["id": .integer(id.stored)]), in: db)
            return found.first { $0.id == id } ?? found.first
        }
    }

    public func albumsAmongNamesakes(of songs: [MusicID: AlbumID]) async throws -> [MusicID: AlbumID] {
        try await library.read { db in
            let songs = try Self.possibleNamesakes(songs, in: db)
            if songs.isEmpty { return [:] }
            let editions = try RawStatement(
                db,
                """
                SELECT music.id, edition FROM json_each(:songs) CROSS JOIN music ON music.id = json_each.value
                    WHERE edition IS NOT NULL
                """, ["songs": .text(songs.json)])
            return Dictionary(
                try editions.all {
                    (MusicID(stored: $0.integer("id")), AlbumID(UInt64(bitPattern: $0.integer("edition"))))
                }
            ) { first, _ in first }
        }
    }

    /// The songs whose names may be those of several albums: each of these has the id of a single one as its other id.
    ///
    /// Few songs have namesakes, and the index of these ids is smaller than the songs.
    private static func possibleNamesakes(_ songs: [MusicID: AlbumID], in db: Database) throws -> [MusicID] {
        let index = "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = 'album_other_id'"
        // The end of an initial import creates it.
        guard try RawStatement(db, index, isCached: true).hasRow() else { return Array(songs.keys) }
        let ids = Set(songs.values).map { String($0.stored) }.joined(separator: ",")
        let others = try RawStatement(
            db, "SELECT other_id FROM json_each(:ids) CROSS JOIN album ON other_id = json_each.value",
            ["ids": .text("[\(ids)]")], isCached: true)
        let found = Set(try others.all { AlbumID(UInt64(bitPattern: $0.firstInteger)) })
        return songs.filter { found.contains($0.value) }.map(\.key)
    }

    public func genres(in order: GenreOrder, allowing filter: ExplicitFilter, window: Window) async throws -> [Genre] {
        try await library.read { db in
            let genres = try GenreCounts(db, allowing: filter)
            return try GenreName.groups(of: genres.songs).sorted(in: order, window: window).map { genre in
                Genre(
                    name: genre.name, songCount: genre.songCount, albumCount: try genres.albums(with: genre.spellings))
            }
        }
    }

    public func albumArtists(
        nameContaining text: String, from source: String?, allowing filter: ExplicitFilter, window: Window
    ) async throws -> [AlbumArtistCount] {
        try await library.read { db in
            try AlbumArtists(db, from: source, allowing: filter).artists(containing: text, window)
        }
    }

    /// Returns the albums of a query that meet a condition; none without one.
    private static func albums(
        _ query: AlbumQuery, where condition: SQLCondition?, in db: Database
    ) throws -> [Album] {
        guard let condition else { return [] }
        let names = try SourceNameCache(db)
        let reader = try AlbumReader(db, names: names, allowing: query.explicit)
        var albums: [Album] = []
        try AlbumSelector(query, where: condition, in: db, names: names).forEachRow { row in
            if let album = try reader.album(row) { albums.append(album) }
        }
        return albums
    }
}

extension SQLCondition {
    fileprivate static func ids(_ prefix: MusicIDPrefix) -> SQLCondition {
        SQLCondition(
            "id BETWEEN :first_id AND :last_id",
            [
                "first_id": .integer(prefix.range.lowerBound.stored),
                "last_id": .integer(prefix.range.upperBound.stored),
            ])
    }
}

/// The number of songs and albums of genres.
private struct GenreCounts {
    /// The number of songs by spelling.
    private(set) var songs: [String: Int] = [:]
    /// The number of albums by spelling.
    private var albums: [String: Int] = [:]
    private let count: String
    private let db: Database

    init(_ db: Database, allowing filter: ExplicitFilter) throws {
        self.db = db
        count = AlbumTable.count(of: filter)
        let ofAlbums = try RawStatement(
            db,
            """
            SELECT name, \(count) AS songs, \(AlbumTable.albumCount(of: filter)) AS albums FROM genre WHERE \(count) > 0
            """)
        while try ofAlbums.step() {
            // Swift compares texts that differ only in their normal form as equal.
            songs[ofAlbums.text("name"), default: 0] += Int(ofAlbums.integer("songs"))
            albums[ofAlbums.text("name"), default: 0] += Int(ofAlbums.integer("albums"))
        }
        // The end of an initial import creates the index of the other songs.
        if try InitialImport.isUnfinished(in: db) { return }
        let others = try RawStatement(
            db,
            """
            SELECT genre, album, count(*) AS songs FROM \(StoredNames.songsWithoutAlbum)\(ArtistColumns.and(filter))
                GROUP BY genre, album
            """)
        while try others.step() {
            // Names of symbols are those of albums.
            guard AlbumKey(others.text("album"), by: "") == nil else { continue }
            songs[others.text("genre"), default: 0] += Int(others.integer("songs"))
        }
    }

    /// The number of albums with a song of a genre in one of its spellings.
    func albums(with spellings: [String]) throws -> Int {
        if spellings.count == 1 { return albums[spellings[0]] ?? 0 }
        let find = try RawStatement(
            db, "SELECT album FROM album_genre WHERE genre = :genre AND \(count) > 0", isCached: true)
        var found: Set<Int64> = []
        for genre in spellings {
            find.bind(["genre": .text(genre)])
            found.formUnion(try find.all(\.firstInteger))
        }
        return found.count
    }
}

/// The artists of albums.
private struct AlbumArtists {
    private let filter: ExplicitFilter
    private let allowed: String
    private let reader: AlbumReader
    private let db: Database

    init(_ db: Database, from source: String?, allowing filter: ExplicitFilter) throws {
        (self.db, self.filter) = (db, filter)
        let names = try SourceNameCache(db)
        let isAllowed = "allowed & \(AlbumTable.bit(of: filter)) <> 0"
        let isOfSource = source.map {
            " AND \(Self.hasSong(where: "music.sources & \(names.mask(of: $0)) <> 0", allowing: filter))"
        }
        allowed = isAllowed + (isOfSource ?? "")
        reader = try AlbumReader(db, names: names, allowing: filter)
    }

    /// A condition on rows of `album`: an allowed song of it meets a condition.
    private static func hasSong(where condition: String, allowing filter: ExplicitFilter) -> String {
        """
        EXISTS (SELECT 1 FROM music WHERE \(SQLCondition.isSongOfAlbum) AND \(condition)\(ArtistColumns.and(filter)))
        """
    }

    /// Counts the albums of artists in the order of names. Those without a key follow the others.
    func artists(containing text: String, _ window: Window) throws -> [AlbumArtistCount] {
        let part = SQLCondition(containing: NamePart(text), keys: "artist_key", names: "artist")
        var (found, skipped): ([AlbumArtistCount], Int) = ([], 0)
        let limit = window.limit ?? .max
        for (group, condition) in [
            ("artist_key", "artist_key <> \(ArtistColumns.emptyKey)"),
            ("artist", "artist_key = \(ArtistColumns.emptyKey) AND artist <> ''"),
        ] {
            let rows = try RawStatement(
                db,
                """
                SELECT artist_key, \(group == "artist" ? "artist" : "NULL") AS artist, count(*) AS albums FROM album
                    WHERE \(condition) AND \(allowed) AND \(part.sql) GROUP BY \(group) ORDER BY \(group)
                """, part.values)
            while found.count < limit, try rows.step() {
                if skipped < window.offset {
                    skipped += 1
                    continue
                }
                let (key, raw) = (rows.text("artist_key"), rows.optionalText("artist"))
                guard let name = try name(key, raw) else { continue }
                found.append(
                    AlbumArtistCount(
                        name: name, albumCount: Int(rows.integer("albums")), artwork: try albumWithArtwork(key, raw)))
            }
        }
        return found
    }

    /// The spelling of an artist's first album.
    private func name(_ key: String, _ raw: String?) throws -> String? {
        try first("row", of: key, raw).flatMap { try reader.album($0)?.artist }
    }

    /// The artist's first album with artwork.
    private func albumWithArtwork(_ key: String, _ raw: String?) throws -> AlbumID? {
        let hasArtwork = Self.hasSong(where: "music.artwork IS NOT NULL", allowing: filter)
        return try first("id", of: key, raw, where: hasArtwork).map { AlbumID(UInt64(bitPattern: $0)) }
    }

    /// A column of an artist's first album that meets a condition.
    private func first(
        _ column: String, of key: String, _ raw: String?, where condition: String = "TRUE"
    ) throws -> Int64? {
        try RawStatement(
            db,
            """
            SELECT \(column) FROM album WHERE artist_key = :key AND artist IS :raw AND \(allowed) AND \(condition)
                ORDER BY released DESC, name_key, id LIMIT 1
            """, ["key": .text(key), "raw": SQLValue(raw)], isCached: true
        ).first { $0.firstInteger }
    }
}
