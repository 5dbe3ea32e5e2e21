import GRDB

/// Joins two rows of the same recording, after a source has left one of them and provides the other.
///
/// A source that lists its songs under new ids gets rows of its own for them, because its earlier records are in the rows
/// that it shares with others until the sync ends. The shared rows stay, with their ids.
struct RowReunion {
    let source: Int64

    /// Joins each of the rows that a `SELECT` returns with a row that only this source provides, if they are the same.
    func run(rows: String, in db: Database) throws {
        let mask = SourceMask.mask(of: source)
        try db.execute(
            sql: """
                CREATE TEMP TABLE reunited(other INTEGER PRIMARY KEY, row INTEGER NOT NULL);
                INSERT INTO temp.reunited(other, row) SELECT other, min(row) FROM (
                    SELECT stays.row AS row, (
                        SELECT other.row FROM main.music AS other
                            WHERE other.sources = \(mask) AND \(MusicTable.isSameRecording(as: "stays."))
                                AND NOT \(Self.haveOtherIDs) LIMIT 1) AS other
                    FROM main.music AS stays
                        WHERE stays.row IN (\(rows)) AND stays.sources <> 0 AND stays.sources & \(mask) = 0
                            AND stays.artist <> '')
                WHERE other IS NOT NULL GROUP BY other
                """)
        defer { try? db.execute(sql: "DROP TABLE temp.reunited") }  // rolled back with the transaction otherwise
        let joined = try Int64.fetchAll(db, sql: "SELECT row FROM temp.reunited")
        if joined.isEmpty { return }
        try db.execute(sql: Self.join(mask) + readAgain)
        let plays = try PlayCounts(db)
        for row in joined { try plays.update(row: row) }
    }

    /// A condition on the rows `other` and `stays`: their recordings have different ids.
    private static let haveOtherIDs = """
        EXISTS (SELECT 1 FROM record AS a JOIN recording AS x ON x.record = a.id, record AS b JOIN recording AS y
            ON y.record = b.id WHERE a.row = other.row AND b.row = stays.row AND x.id <> y.id)
        """

    /// Moves records, bookmarks and downloads to the rows that stay, and removes the others.
    private static func join(_ mask: Int64) -> String {
        let (rows, others) = ("SELECT row FROM temp.reunited", "SELECT other FROM temp.reunited")
        return """
            UPDATE music SET bookmarked = 1 WHERE bookmarked = 0 AND row IN (
                SELECT reunited.row FROM temp.reunited JOIN music AS other ON other.row = reunited.other
                    WHERE other.bookmarked = 1);
            UPDATE OR IGNORE download SET id = (
                SELECT music.id FROM temp.reunited JOIN music USING (row)
                    WHERE other = (SELECT row FROM music AS moved WHERE moved.id = download.id))
                WHERE id IN (SELECT id FROM music WHERE row IN (\(others)));
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

    /// Makes the next sync write what the source says about its songs into their rows.
    private var readAgain: String {
        "UPDATE source SET revision = \(LibrarySchema.outdatedRevision) WHERE id = \(source)"
    }
}
