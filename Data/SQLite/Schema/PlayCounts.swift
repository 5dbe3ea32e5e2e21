import GRDB

/// Stores the number of plays and the last play of each song in its row, for sorted lists.
final class PlayCounts {
    /// The plays of a row: those of its records, and those of the row's own id if no record has that.
    private static let plays = """
        SELECT nullif(count(*), 0), max(started) FROM play WHERE song IN (
            SELECT id FROM record WHERE record.row = music.row
            UNION SELECT music.id WHERE NOT EXISTS (SELECT 1 FROM record WHERE record.id = music.id))
        """
    private let count: RawStatement
    private let hasPlays: Bool

    init(_ db: Database) throws {
        hasPlays = try !db.isEmpty("play")
        count = try RawStatement(db, "UPDATE music SET (plays, played) = (\(Self.plays)) WHERE row = :row")
    }

    /// Counts the plays of a row whose records have changed. O(n log n) for n plays of the row.
    func update(row: Int64) throws {
        guard hasPlays else { return }
        try count.bind(["row": .integer(row)]).run()
    }

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

    /// Counts all plays. Needs the indexes of ids. O(n log n) for n plays.
    static func restore(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE music SET plays = NULL, played = NULL WHERE played IS NOT NULL;
                UPDATE music SET (plays, played) = (\(plays)) WHERE row IN (
                    SELECT \(LibrarySchema.row(of: "song")) FROM (SELECT DISTINCT song FROM play));
                """)
    }
}
