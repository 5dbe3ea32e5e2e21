import FermataDomain
import GRDB

/// Removes records of a source, and the music that no other source provides.
struct RecordRemoval {
    /// What happens to the bookmarks and ratings of removed music.
    enum BookmarkHandling {
        /// Removes the music; stores its bookmark and rating and restores them when the music returns.
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
                \(RecordTable.deletion(of: "SELECT id FROM temp.removed"));
                \(MusicTable.leave(source, rows: "SELECT row FROM temp.removed"));
                \(ReadAgain.records(where: "row IN (SELECT row FROM temp.removed)"));
                \(MergedRecordTable.clean(rows: "SELECT row FROM temp.removed"))
                """)
        try SourceTable.addRecords(-count, to: source, in: db)
        if case .storeAsUnmatched = bookmarks {
            let songs = """
                SELECT removed.id, music.id FROM temp.removed JOIN music USING (row)
                    WHERE sources = 0 AND bookmarked = 1
                UNION SELECT music.id, music.id FROM temp.removed JOIN music USING (row)
                    WHERE sources = 0 AND bookmarked = 1
                """
            let rated = """
                SELECT removed.id, music.id, rating FROM temp.removed JOIN music USING (row)
                    WHERE sources = 0 AND rating IS NOT NULL
                UNION SELECT music.id, music.id, rating FROM temp.removed JOIN music USING (row)
                    WHERE sources = 0 AND rating IS NOT NULL
                """
            try db.execute(
                sql: "\(HeldBookmarkTable.insertion(of: songs)); \(HeldRatingTable.insertion(of: rated))")
        }
        // A bookmark that stays keeps its time.
        let all = "SELECT removed.id AS former, music.id AS id FROM temp.removed JOIN music USING (row)"
        // The plays of a song that other sources provide, and its places in playlists, stay with it.
        let staying = "\(all) WHERE sources <> 0"
        try db.execute(
            sql: """
                \(HistoryTable.renaming(by: staying)); \(SavedPositionTable.renaming(by: staying));
                \(BookmarkTimeTable.renaming(by: all));
                \(PlaylistTable.renaming(by: staying))
                """)
        let left = if case .keepMusic = bookmarks { "sources = 0 AND bookmarked = 0" } else { "sources = 0" }
        let orphans = "SELECT row FROM music WHERE row IN (SELECT row FROM temp.removed) AND \(left)"
        if case .discard = bookmarks { try db.execute(sql: BookmarkTimeTable.deletion(rows: orphans)) }
        try db.execute(sql: MusicTable.deletion(of: orphans))
        if case .storeAsUnmatched = bookmarks {
            try RowMerger(source: source).run(rows: "SELECT row FROM temp.removed", in: db)
        }
        return count
    }
}

/// Statements that make the next syncs read the records that meet a condition.
enum ReadAgain {
    static func records(where condition: String) -> String {
        """
        \(SourceTable.readAgain("SELECT source FROM record WHERE \(condition)"));
        \(RecordTable.forgetFingerprints(where: condition))
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
        let rated = """
            SELECT merged.row AS row, other.rating AS rating
                FROM temp.merged JOIN main.music AS other ON other.row = merged.other
                    JOIN main.music AS target ON target.row = merged.row
                WHERE other.rating IS NOT NULL AND target.rating IS NULL
            """
        try BookmarkWriter(db, rows: bookmarked).set(true)
        try RatingWriter.set(from: rated, in: db)
        // The next sync writes the source's values into the rows of its songs.
        try db.execute(sql: merge)
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

    /// Moves records to the target rows, and removes the others. The next sync of the source reads all records.
    private var merge: String {
        """
        \(RecordTable.merge("temp.merged"));
        \(PlaylistTable.renaming(by: Self.ids));
        \(BookmarkTimeTable.renaming(by: Self.ids));
        \(MusicTable.join(SourceMask.mask(of: source), to: "SELECT row FROM temp.merged"));
        \(MusicArtistTable.merge("temp.merged"));
        \(MusicTable.deletion(of: "SELECT other FROM temp.merged"));
        \(SourceTable.readAgain("\(source)"))
        """
    }

    /// Selects the id of each other row, and that of its target.
    private static let ids = """
        SELECT other.id AS former, target.id AS id FROM temp.merged AS merged
            JOIN main.music AS other ON other.row = merged.other JOIN main.music AS target ON target.row = merged.row
        """
}
