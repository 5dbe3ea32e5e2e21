import GRDB

/// Stores how often and when each song was played in its row, from which lists are read.
enum PlayCounts {
    /// Adds a play of a song, which is identified by the id of a record. The time is in seconds since 1970.
    static func add(_ song: Int64, started: Int64, in db: Database) throws {
        try RawStatement(
            db,
            """
            UPDATE music SET plays = coalesce(plays, 0) + 1, played = max(coalesce(played, :started), :started)
                WHERE row = \(LibrarySchema.row(of: ":song"))
            """,
            ["song": .integer(song), "started": .integer(started)]
        ).run()
    }

    /// Counts all plays again, after records have moved to other rows or have returned. O(n log n) for n plays.
    static func restore(in db: Database) throws {
        let counts = """
            SELECT \(LibrarySchema.row(of: "play.song")) AS row, count(*) AS plays, max(started) AS played
                FROM play GROUP BY 1
            """
        try db.execute(
            sql: """
                UPDATE music SET plays = NULL, played = NULL
                    WHERE played IS NOT NULL AND row NOT IN (SELECT row FROM (\(counts)) WHERE row IS NOT NULL);
                UPDATE music SET plays = found.plays, played = found.played FROM (\(counts)) AS found
                    WHERE music.row = found.row AND (music.plays, music.played) IS NOT (found.plays, found.played);
                """)
    }
}
