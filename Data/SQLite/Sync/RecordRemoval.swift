import GRDB

/// Removes records of a source, and the music that no other source provides.
struct RecordRemoval {
    /// What happens to the bookmarks of removed music.
    enum BookmarkHandling {
        /// Removes the music; stores its bookmark and restores it when the music returns.
        case storeAsWaiting
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
                DELETE FROM record WHERE id IN (SELECT id FROM temp.removed);
                DELETE FROM recording WHERE record IN (SELECT id FROM temp.removed);
                DELETE FROM merged_record WHERE id IN (SELECT id FROM temp.removed);
                DELETE FROM star WHERE record IN (SELECT id FROM temp.removed);
                UPDATE music SET sources = sources & ~\(SourceMask.mask(of: source)),
                        audio = \(MusicTable.audio(without: source))
                    WHERE row IN (SELECT row FROM temp.removed);
                UPDATE source SET revision = \(LibrarySchema.outdatedRevision)
                    WHERE id IN (SELECT source FROM record WHERE row IN (SELECT row FROM temp.removed));
                UPDATE record SET fingerprint = NULL WHERE row IN (SELECT row FROM temp.removed);
                UPDATE source SET records = records - \(count) WHERE id = \(source);
                \(MergedRecordTable.clean(rows: "SELECT row FROM temp.removed"))
                """)
        if case .storeAsWaiting = bookmarks {
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
        // The index reads the texts from the names, so it is updated before them.
        try db.execute(
            sql: """
                DELETE FROM music_search WHERE rowid IN (\(orphans)); DELETE FROM lyrics WHERE row IN (\(orphans));
                \(MusicArtistTable.removal(of: orphans));
                DELETE FROM music WHERE row IN (\(orphans))
                """)
        if case .storeAsWaiting = bookmarks {
            try RowMerger(source: source).run(rows: "SELECT row FROM temp.removed", in: db)
        }
        return count
    }
}
