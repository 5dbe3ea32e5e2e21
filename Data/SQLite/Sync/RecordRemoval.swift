import GRDB

/// Removes records of a source, and the music that no other source provides.
struct RecordRemoval {
    /// What happens to the bookmarks of removed music.
    enum BookmarkHandling {
        /// Removes the music; stores its bookmark and restores it when the music returns.
        case storeAsUnmatched
        /// Does not remove bookmarked music.
        case keepMusic
        case discard
    }

    let source: Int64
    /// A `SELECT` of the ids of the records to remove.
    let records: String
    let bookmarks: BookmarkHandling

    /// Returns the number of removed records.
    func run(in db: Database) throws -> Int {
        try db.execute(sql: "CREATE TEMP TABLE removed AS SELECT id, row FROM main.record WHERE id IN (\(records))")
        defer { try? db.execute(sql: "DROP TABLE temp.removed") }  // rolled back with the transaction otherwise
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM temp.removed") ?? 0
        try db.execute(
            sql: """
                \(Self.deletion(of: "SELECT id FROM temp.removed"));
                UPDATE music SET sources = sources & ~\(SourceMask.mask(of: source)),
                        audio = \(MusicTable.audio(without: source))
                    WHERE row IN (SELECT row FROM temp.removed);
                \(ReadAgain.records(where: "row IN (SELECT row FROM temp.removed)"))
                UPDATE source SET records = records - \(count) WHERE id = \(source);
                \(MergedRecordTable.clean(rows: "SELECT row FROM temp.removed"))
                """)
        if case .storeAsUnmatched = bookmarks {
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO held_bookmark
                        SELECT removed.id, music.id FROM temp.removed JOIN music USING (row)
                            WHERE sources = 0 AND bookmarked = 1
                        UNION SELECT music.id, music.id FROM temp.removed JOIN music USING (row)
                            WHERE sources = 0 AND bookmarked = 1;
                    """)
        }
        // The plays of a song that other sources provide stay with it.
        try db.execute(
            sql: """
                UPDATE play SET song = found.id FROM (
                    SELECT removed.id AS removed, music.id AS id FROM temp.removed JOIN music USING (row)
                        WHERE sources <> 0) AS found
                    WHERE song = found.removed AND song <> found.id;
                """)
        let left = if case .keepMusic = bookmarks { "sources = 0 AND bookmarked = 0" } else { "sources = 0" }
        let orphans = "SELECT row FROM music WHERE row IN (SELECT row FROM temp.removed) AND \(left)"
        try db.execute(sql: MusicTable.deletion(of: orphans))
        if case .storeAsUnmatched = bookmarks {
            try RowMerger(source: source).run(rows: "SELECT row FROM temp.removed", in: db)
        }
        return count
    }

    /// Statements that delete records and what belongs to them; `ids` is a list or a `SELECT`.
    static func deletion(of ids: String) -> String {
        """
        DELETE FROM recording WHERE record IN (\(ids));
        DELETE FROM merged_record WHERE id IN (\(ids));
        \(StarTable.deletion(of: ids));
        DELETE FROM record WHERE id IN (\(ids))
        """
    }
}

/// Statements that make the next syncs read records again.
enum ReadAgain {
    /// All records of sources; `sources` is a list of ids or a `SELECT`.
    static func all(of sources: String) -> String {
        "UPDATE source SET revision = \(LibrarySchema.outdatedRevision) WHERE id IN (\(sources))"
    }

    /// The records that meet a condition.
    static func records(where condition: String) -> String {
        """
        \(all(of: "SELECT source FROM record WHERE \(condition)"));
        UPDATE record SET fingerprint = NULL WHERE \(condition);
        """
    }
}

/// Merges new rows of a source with its former rows, if they are the same recordings.
///
/// When a source renews its ids, its songs get new rows, because the shared rows still have its earlier records. At the
/// end of the sync, the new rows are merged with the shared ones, whose ids stay.
struct RowMerger {
    let source: Int64

    /// Merges each row that a `SELECT` returns with a row that only this source provides, if there is one.
    ///
    /// Does not remove a row that has a download, is in the queue or is the subject of a to-do: these refer to its id.
    func run(rows: String, in db: Database) throws {
        let mask = SourceMask.mask(of: source)
        try db.execute(
            sql: """
                CREATE TEMP TABLE merged(other INTEGER PRIMARY KEY, row INTEGER NOT NULL);
                INSERT INTO temp.merged(other, row)
                    WITH found(row, other) AS MATERIALIZED (
                        SELECT target.row, coalesce((\(Self.sameID(mask))), (\(Self.sameTexts(mask))))
                            FROM main.music AS target
                            WHERE target.row IN (\(rows)) AND target.sources <> 0 AND target.sources & \(mask) = 0)
                    SELECT other, min(row) FROM found WHERE other IS NOT NULL GROUP BY other
                """)
        defer { try? db.execute(sql: "DROP TABLE temp.merged") }  // rolled back with the transaction otherwise
        let merged = try Int64.fetchAll(db, sql: "SELECT row FROM temp.merged")
        if merged.isEmpty { return }
        let bookmarked = """
            SELECT merged.row FROM temp.merged JOIN main.music AS other ON other.row = merged.other
                WHERE other.bookmarked = 1
            """
        try BookmarkWriter(db, rows: bookmarked).set(true)
        // The next sync writes the source's values into the rows of its songs.
        try db.execute(sql: Self.merge(mask) + ReadAgain.all(of: "\(source)"))
        let plays = try PlayCounts(db)
        for row in merged { try plays.update(row: row) }
    }

    /// Selects a row with the recording's id.
    private static func sameID(_ mask: Int64) -> String {
        """
        SELECT other.row FROM record AS b JOIN recording AS y ON y.record = b.id JOIN recording AS x ON x.id = y.id
            JOIN record AS a ON a.id = x.record JOIN main.music AS other ON other.row = a.row
            WHERE b.row = target.row AND other.sources = \(mask) AND \(isFree) LIMIT 1
        """
    }

    /// Selects a row with the same texts and duration, unless the recordings have different ids.
    private static func sameTexts(_ mask: Int64) -> String {
        """
        SELECT other.row FROM main.music AS other
            WHERE target.artist <> '' AND other.sources = \(mask) AND \(MusicTable.isSameRecording(as: "target."))
                AND \(isFree) AND NOT \(RecordingTable.isDifferent("other.row", from: "target.row"))
            LIMIT 1
        """
    }

    /// A condition on the row `other`: nothing refers to its id.
    private static let isFree = """
        other.id NOT IN (SELECT id FROM download UNION ALL \(MusicReferences.ids))
        """

    /// Moves records to the target rows, and removes the others.
    private static func merge(_ mask: Int64) -> String {
        let (rows, others) = ("SELECT row FROM temp.merged", "SELECT other FROM temp.merged")
        return """
            UPDATE record SET fingerprint = NULL, row = (SELECT merged.row FROM temp.merged WHERE other = record.row)
                WHERE row IN (\(others));
            \(StarTable.join(of: "SELECT id FROM record WHERE fingerprint IS NULL AND row IN (\(rows))"));
            UPDATE recording SET row = (SELECT row FROM record WHERE record.id = recording.record)
                WHERE record IN (SELECT id FROM record WHERE row IN (\(rows)));
            UPDATE music SET sources = sources | \(mask) WHERE row IN (\(rows));
            INSERT OR IGNORE INTO music_artist(artist_key, row, artist)
                SELECT single.artist_key, merged.row, single.artist
                    FROM temp.merged JOIN music_artist AS single ON single.row = merged.other
                        JOIN music ON music.row = merged.row
                    WHERE single.artist <> music.artist;
            \(MusicTable.deletion(of: others));

            """
    }
}
