import FermataDomain

/// The playlists and artists related to an artist, in SQL.
struct RelatedContent {
    private let artist: String
    private let filter: ExplicitFilter
    private let limit: Int

    init(of artist: String, allowing filter: ExplicitFilter, limit: Int) {
        self.artist = artist
        self.filter = filter
        self.limit = max(0, limit)
    }

    /// The values for `playlists`.
    var playlistValues: [String: SQLValue] { artistCondition.values }
    /// The values for `relatedArtists`.
    var relatedArtistValues: [String: SQLValue] { artistCondition.values.merging(resultCondition.values) { $1 } }

    /// Playlists by the number of the artist's songs in them.
    ///
    /// The columns are those of `PlaylistRow`, then that number. Only the first playlists are counted completely.
    var playlists: String {
        """
        SELECT \(PlaylistRow.columns(allowing: filter)), first.shared AS shared FROM (
            SELECT playlist.row, held.shared FROM (
                SELECT entry.playlist, count(*) AS shared FROM \(artistEntries) GROUP BY entry.playlist
            ) AS held CROSS JOIN playlist ON playlist.row = held.playlist
                ORDER BY held.shared DESC, \(PlaylistRow.order) LIMIT \(limit)
        ) AS first CROSS JOIN playlist ON playlist.row = first.row ORDER BY first.shared DESC, \(PlaylistRow.order)
        """
    }

    /// Artists by the rule of `RelatedArtists`.
    ///
    /// The columns are those of `ArtistColumns`, the number of shared playlists, and the closeness.
    /// `pair` has each artist once per playlist. Only the first artists are named and counted.
    var relatedArtists: String {
        """
        WITH pair AS (
            SELECT DISTINCT entry.playlist, music.artist_key AS key, \(ArtistColumns.raw) AS raw
                FROM (SELECT DISTINCT entry.playlist FROM \(artistEntries)) AS shared
                CROSS JOIN \(PlaylistRow.entries)
                WHERE entry.playlist = shared.playlist AND \(ArtistColumns.isNamed(allowing: filter))
        ), first AS (
            SELECT key, raw, count(*) AS shared, sum(\(RelatedArtists.unit) / (artists - 1)) AS closeness
                FROM (SELECT key, raw, count(*) OVER (PARTITION BY playlist) AS artists FROM pair)
                WHERE NOT (\(resultCondition.sql)) GROUP BY key, raw ORDER BY \(Self.closestFirst) LIMIT \(limit)
        )
        SELECT \(ArtistColumns.nameAndCount(of: "first", allowing: filter)), shared, closeness
            FROM first ORDER BY \(Self.closestFirst)
        """
    }

    private static let closestFirst = "closeness DESC, shared DESC, key, raw"
    private var artistCondition: NameCondition {
        NameCondition(artist, keys: "music.artist_key", names: "music.artist")
    }
    private var resultCondition: NameCondition { NameCondition(artist, keys: "key", names: "raw") }

    private var artistEntries: String {
        """
        music CROSS JOIN record ON record.row = music.row CROSS JOIN playlist_entry AS entry \
        ON entry.record = record.id WHERE \(artistCondition.sql) AND \(ArtistColumns.isNamed(allowing: filter))
        """
    }
}
