import GRDB

/// Joins new rows of a source with the rows that it has left, if they are the same recordings.
///
/// When a source renews its ids, its songs get new rows, because the shared rows still have its earlier records. At the
/// end of the sync, the new rows are joined with the shared ones, which keep their ids.
struct RowReunion {
    let source: Int64

    /// Joins each of the rows that a `SELECT` returns with a row that only this source provides, if there is one.
    ///
    /// A row that has a download, is in the queue or is the subject of a to-do stays, because these refer to its id.
    func run(rows: String, in db: Database) throws {
        let mask = SourceMask.mask(of: source)
        try db.execute(
            sql: """
                CREATE TEMP TABLE reunited(other INTEGER PRIMARY KEY, row INTEGER NOT NULL);
                INSERT INTO temp.reunited(other, row)
                    WITH found(row, other) AS MATERIALIZED (
                        SELECT stays.row, coalesce((\(Self.sameID(mask))), (\(Self.sameTexts(mask))))
                            FROM main.music AS stays
                            WHERE stays.row IN (\(rows)) AND stays.sources <> 0 AND stays.sources & \(mask) = 0)
                    SELECT other, min(row) FROM found WHERE other IS NOT NULL GROUP BY other
                """)
        defer { try? db.execute(sql: "DROP TABLE temp.reunited") }  // rolled back with the transaction otherwise
        let joined = try Int64.fetchAll(db, sql: "SELECT row FROM temp.reunited")
        if joined.isEmpty { return }
        try db.execute(sql: Self.join(mask) + readAgain)
        let plays = try PlayCounts(db)
        for row in joined { try plays.update(row: row) }
    }

    /// Selects a row with the recording's id.
    private static func sameID(_ mask: Int64) -> String {
        """
        SELECT other.row FROM record AS b JOIN recording AS y ON y.record = b.id JOIN recording AS x ON x.id = y.id
            JOIN record AS a ON a.id = x.record JOIN main.music AS other ON other.row = a.row
            WHERE b.row = stays.row AND other.sources = \(mask) AND \(isFree) LIMIT 1
        """
    }

    /// Selects a row with the same texts and duration, unless the recordings have different ids.
    private static func sameTexts(_ mask: Int64) -> String {
        """
        SELECT other.row FROM main.music AS other
            WHERE stays.artist <> '' AND other.sources = \(mask) AND \(MusicTable.isSameRecording(as: "stays."))
                AND \(isFree) AND NOT EXISTS (
                    SELECT 1 FROM record AS a JOIN recording AS x ON x.record = a.id,
                            record AS b JOIN recording AS y ON y.record = b.id
                        WHERE a.row = other.row AND b.row = stays.row AND x.id <> y.id)
            LIMIT 1
        """
    }

    /// A condition on the row `other`: nothing refers to its id.
    private static let isFree = """
        other.id NOT IN (
            SELECT id FROM download UNION ALL SELECT song FROM queue
            UNION ALL SELECT music FROM todo WHERE music IS NOT NULL
            UNION ALL SELECT music FROM undo_todo WHERE music IS NOT NULL)
        """

    /// Moves records and bookmarks to the rows that stay, and removes the others.
    private static func join(_ mask: Int64) -> String {
        let (rows, others) = ("SELECT row FROM temp.reunited", "SELECT other FROM temp.reunited")
        return """
            UPDATE music SET bookmarked = 1 WHERE bookmarked = 0 AND row IN (
                SELECT reunited.row FROM temp.reunited JOIN music AS other ON other.row = reunited.other
                    WHERE other.bookmarked = 1);
            UPDATE record SET fingerprint = NULL, row = (SELECT reunited.row FROM temp.reunited WHERE other = record.row)
                WHERE row IN (\(others));
            UPDATE recording SET row = (SELECT row FROM record WHERE record.id = recording.record)
                WHERE record IN (SELECT id FROM record WHERE row IN (\(rows)));
            UPDATE music SET sources = sources | \(mask) WHERE row IN (\(rows));
            DELETE FROM music_search WHERE rowid IN (\(others));
            DELETE FROM lyrics WHERE row IN (\(others));
            DELETE FROM music WHERE row IN (\(others));

            """
    }

    /// Makes the next sync write the source's values into the rows of its songs.
    private var readAgain: String {
        "UPDATE source SET revision = \(LibrarySchema.outdatedRevision) WHERE id = \(source)"
    }
}
