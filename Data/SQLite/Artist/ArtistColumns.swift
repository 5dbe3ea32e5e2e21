import FermataDomain

/// The columns that identify and describe an artist in SQL.
///
/// A sort key and a raw name identify an artist; the raw name is '' unless the key is empty.
enum ArtistColumns {
    /// The key of names without letters or digits; see `SortKey`.
    static let emptyKey = "char(0x10FFFF)"
    /// The raw name of a row of music, or '' if its key is not empty.
    static let raw = "CASE WHEN music.artist_key = \(emptyKey) THEN music.artist ELSE '' END"

    /// Matches music that has an artist and that a filter allows.
    static func isNamed(allowing filter: ExplicitFilter) -> String {
        "music.artist <> ''" + and(filter)
    }

    /// An `AND` condition for music that a filter allows.
    static func and(_ filter: ExplicitFilter) -> String {
        filter.condition.map { " AND music.\($0)" } ?? ""
    }

    /// `name`, the most frequent spelling of the artist's name, and `songs`, the number of songs.
    static func nameAndCount(of artist: String, allowing filter: ExplicitFilter) -> String {
        let byKey = "FROM music WHERE music.artist_key = \(artist).key\(and(filter))"
        let byName = "FROM music WHERE music.artist_key = \(emptyKey) AND music.artist = \(artist).raw\(and(filter))"
        return """
            CASE \(artist).raw WHEN '' THEN
                (SELECT music.artist \(byKey) GROUP BY music.artist ORDER BY count(*) DESC, music.artist LIMIT 1)
                ELSE \(artist).raw END AS name,
            CASE \(artist).raw WHEN '' THEN (SELECT count(*) \(byKey)) ELSE (SELECT count(*) \(byName)) END AS songs
            """
    }

    /// Reads the columns `name` and `songs`.
    static func artist(_ row: RawStatement) -> Artist {
        Artist(name: row.text("name"), trackCount: Int(row.integer("songs")))
    }
}
