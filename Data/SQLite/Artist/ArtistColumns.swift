import FermataDomain
import GRDB

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
        try SingleArtistSchema.isEmpty(in: db) ? [shown] : [shown, single]
    }

    /// A `FROM` clause with the songs' columns that a filter compares.
    func songs(allowing filter: ExplicitFilter) -> String {
        filter == .all || row == Self.shown.row ? table : "\(table) CROSS JOIN music ON music.row = \(row)"
    }

    /// The raw name, or '' if the key is not empty.
    var raw: String { "CASE WHEN \(key) = \(Self.emptyKey) THEN \(name) ELSE '' END" }

    /// Matches an artist's songs.
    func condition(_ artist: String) -> NameCondition { NameCondition(artist, keys: key, names: name) }

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
