internal import FermataDomain

/// What tells one artist from another in SQL, and what is said of an artist.
///
/// An artist is known by a key and a raw name, which is '' unless nothing is left of the name in the key.
enum ArtistColumns {
    /// The key of names that have nothing left: see `SortKey`.
    static let nothingLeft = "char(0x10FFFF)"
    /// The raw name of a row of music, where it is needed.
    static let raw = "CASE WHEN music.artist_key = \(nothingLeft) THEN music.artist ELSE '' END"

    /// Conditions on music that has an artist and that a filter allows.
    static func isNamed(allowing filter: ExplicitFilter) -> String {
        "music.artist <> ''" + and(filter)
    }

    /// A condition that follows others, on what a filter allows.
    static func and(_ filter: ExplicitFilter) -> String {
        filter.condition.map { " AND music.\($0)" } ?? ""
    }

    /// The name as most of the artist's music writes it, and how much of that there is.
    static func nameAndCount(of artist: String, allowing filter: ExplicitFilter) -> String {
        let byKey = "FROM music WHERE music.artist_key = \(artist).key\(and(filter))"
        let byName = "FROM music WHERE music.artist_key = \(nothingLeft) AND music.artist = \(artist).raw\(and(filter))"
        return """
            CASE \(artist).raw WHEN '' THEN
                (SELECT music.artist \(byKey) GROUP BY music.artist ORDER BY count(*) DESC, music.artist LIMIT 1)
                ELSE \(artist).raw END,
            CASE \(artist).raw WHEN '' THEN (SELECT count(*) \(byKey)) ELSE (SELECT count(*) \(byName)) END
            """
    }

    /// Reads the name and the count, from a column on.
    static func artist(_ row: RawStatement, at column: Int32) -> Artist {
        Artist(name: row.text(column), trackCount: Int(row.integer(column + 1)))
    }
}
