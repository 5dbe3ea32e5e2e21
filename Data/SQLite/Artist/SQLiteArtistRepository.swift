public import FermataDomain
import GRDB

/// The artists of the library on disk.
public struct SQLiteArtistRepository: ArtistRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func artists(
        nameContaining text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Artist] {
        let limit = max(0, limit)
        return try await library.read { db in
            let search = try ArtistSearch(allowing: filter, in: db)
            if let artist = try search.artist(called: text) { return Array([artist].prefix(limit)) }
            let found = try search.artists(containing: text, limit: limit)
            return try found.isEmpty ? search.artists(containingIgnoringSpaces: text, limit: limit) : found
        }
    }

    public func count(nameContaining text: String, allowing filter: ExplicitFilter) async throws -> Int {
        try await library.read { db in
            let search = try ArtistSearch(allowing: filter, in: db)
            return try search.artist(called: text) == nil ? search.count(containing: text) : 1
        }
    }

    public func artists(named names: [String], allowing filter: ExplicitFilter) async throws -> [Artist] {
        try await library.read { db in
            let search = try ArtistSearch(allowing: filter, in: db)
            return try names.compactMap(search.artist)
        }
    }

    public func spelling(of name: ArtistName, allowing filter: ExplicitFilter) async throws -> String? {
        if name.raw?.isBlank == true { return nil }
        return try await library.read { db in
            for columns in try ArtistColumns.all(in: db) {
                let condition = SQLCondition(named: name, keys: columns.key, names: columns.name)
                let found = try Self.name(columns.name, in: columns.songs(allowing: filter), condition, filter, db)
                if let found { return found }
            }
            return try Self.name(
                SQLCondition.albumArtist, in: "album CROSS JOIN music ON \(SQLCondition.isSongOfAlbum)",
                SQLCondition(named: name, keys: "album.artist_key", names: "album.artist"), filter, db)
        }
    }

    /// The name of any song that meets a condition.
    private static func name(
        _ column: String, in songs: String, _ condition: SQLCondition, _ filter: ExplicitFilter, _ db: Database
    ) throws -> String? {
        try RawStatement(
            db,
            """
            SELECT \(column) AS name FROM \(songs) WHERE \(condition.sql)\(ArtistColumns.and(filter)) LIMIT 1
            """, condition.values
        ).first { $0.text("name") }
    }

    public func artists(
        beginningWith text: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [Artist] {
        try await library.read { db in
            try ArtistSearch(among: [.shown], allowing: filter, in: db)
                .artists(beginningWith: text, limit: max(0, limit))
        }
    }

    public func playlists(
        withMusicBy artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [ArtistPlaylist] {
        try await library.read { db in
            let content = try RelatedContent(of: artist, allowing: filter, limit: limit, in: db)
            let names = try SourceNameCache(db)
            return try RawStatement(db, content.playlists, content.playlistValues).all {
                ArtistPlaylist(
                    playlist: PlaylistRow.playlist($0, names: names), artistSongCount: Int($0.integer("shared")))
            }
        }
    }

    public func relatedArtists(
        to artist: String, allowing filter: ExplicitFilter, limit: Int
    ) async throws -> [RelatedArtist] {
        try await library.read { db in
            let content = try RelatedContent(of: artist, allowing: filter, limit: limit, in: db)
            return try RawStatement(db, content.relatedArtists, content.relatedArtistValues).all {
                RelatedArtist(
                    artist: ArtistColumns.artist($0), sharedPlaylists: Int($0.integer("shared")),
                    closeness: Int($0.integer("closeness")))
            }
        }
    }
}

/// The playlists and artists related to an artist, in SQL.
private struct RelatedContent {
    private let artist: String
    private let artists: [ArtistColumns]
    private let filter: ExplicitFilter
    private let limit: Int

    init(of artist: String, allowing filter: ExplicitFilter, limit: Int, in db: Database) throws {
        self.artist = artist
        artists = try ArtistColumns.all(in: db)
        self.filter = filter
        self.limit = max(0, limit)
    }

    /// The values for `playlists`.
    var playlistValues: [String: SQLValue] { ArtistColumns.shown.condition(artist).values }
    /// The values for `relatedArtists`.
    var relatedArtistValues: [String: SQLValue] { playlistValues.merging(resultCondition.values) { $1 } }

    /// Playlists by the number of the artist's songs in them.
    ///
    /// The columns are those of `PlaylistRow`, then that number. Only the first playlists are counted completely.
    var playlists: String {
        """
        SELECT \(PlaylistRow.columns(allowing: filter)), first.shared AS shared FROM (
            SELECT playlist.row, held.shared FROM (
                SELECT playlist, count(*) AS shared FROM (\(artistEntries)) GROUP BY playlist
            ) AS held CROSS JOIN playlist ON playlist.row = held.playlist
                ORDER BY held.shared DESC, \(PlaylistRow.order) LIMIT \(limit)
        ) AS first CROSS JOIN playlist ON playlist.row = first.row LEFT JOIN \(PlaylistRow.search)
            ORDER BY first.shared DESC, \(PlaylistRow.order)
        """
    }

    /// Artists by the rule of `RelatedArtists`.
    ///
    /// The columns are those of `ArtistColumns`, the number of shared playlists, and the closeness.
    /// `pair` has each artist once per playlist. Only the first artists are named and counted.
    var relatedArtists: String {
        let pairs = artists.map { columns in
            """
            SELECT DISTINCT entry.playlist, \(columns.key) AS key, \(columns.raw) AS raw
                FROM (SELECT DISTINCT playlist FROM (\(artistEntries))) AS shared
                CROSS JOIN \(PlaylistRow.entries)\(columns.join)
                WHERE entry.playlist = shared.playlist AND \(columns.isNamed(allowing: filter))
            """
        }
        return """
            WITH pair AS (
                \(pairs.joined(separator: " UNION "))
            ), first AS (
                SELECT key, raw, count(*) AS shared, sum(\(RelatedArtists.unit) / (artists - 1)) AS closeness
                    FROM (SELECT key, raw, count(*) OVER (PARTITION BY playlist) AS artists FROM pair)
                    WHERE NOT (\(resultCondition.sql)) GROUP BY key, raw ORDER BY \(Self.closestFirst) LIMIT \(limit)
            )
            SELECT \(artists.nameAndCount(of: "first", allowing: filter)), shared, closeness
                FROM first ORDER BY \(Self.closestFirst)
            """
    }

    private static let closestFirst = "closeness DESC, shared DESC, key, raw"
    private var resultCondition: SQLCondition { SQLCondition(named: artist, keys: "key", names: "raw") }

    /// Selects the playlist of each entry that is by the artist: by a record's id, or by a song's id that no record has.
    private var artistEntries: String {
        artists.union { columns in
            let songs = columns.songs(allowing: filter)
            let condition = "\(columns.condition(artist).sql) AND \(columns.isNamed(allowing: filter))"
            return """
                SELECT entry.playlist AS playlist FROM \(songs) \
                CROSS JOIN record ON record.row = \(columns.row) \
                CROSS JOIN playlist_entry AS entry ON entry.record = record.id WHERE \(condition) \
                UNION ALL SELECT entry.playlist AS playlist FROM \(songs) \
                CROSS JOIN music AS song ON song.row = \(columns.row) \
                CROSS JOIN playlist_entry AS entry ON entry.record = song.id \
                WHERE \(condition) AND NOT EXISTS (SELECT 1 FROM record WHERE record.id = song.id)
                """
        }
    }
}
