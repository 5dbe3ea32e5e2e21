import GRDB

/// The songs that their only source lists under new ids.
///
/// When a server renews its ids, a sync adds each of its songs again and misses the former records. `SongMerging`
/// decides which missing and new records are the same recording. Each new song gets the id, the time of addition, the
/// bookmark and the rating of the missing one, so that its downloads, plays, to-dos and entries of queue and playlists
/// stay.
struct RenewedSongs {
    /// Of more new songs with equal names, only so many are compared with a missing one.
    private static let equalSongs = 100

    let source: Int64
    /// The table of the records that the sync has seen.
    let seen: String

    /// Returns the number of songs that got their former id. Removes their missing records. O(n log n).
    func run(in db: Database) throws -> Int {
        try db.execute(
            sql: """
                CREATE TEMP TABLE renewed(
                    row INTEGER PRIMARY KEY, missing INTEGER NOT NULL, former INTEGER NOT NULL, new INTEGER NOT NULL,
                    added INTEGER NOT NULL, bookmarked INTEGER NOT NULL, rating INTEGER)
                """)
        defer { try? db.execute(sql: "DROP TABLE temp.renewed") }  // rolled back with the transaction otherwise
        try findPairs(in: db)
        let rows = try Int64.fetchAll(db, sql: "SELECT row FROM temp.renewed")
        if rows.isEmpty { return 0 }
        try db.execute(sql: Self.move)
        try BookmarkWriter(db, rows: "SELECT row FROM temp.renewed WHERE bookmarked = 1").set(true)
        try RatingWriter.set(from: "SELECT row, rating FROM temp.renewed WHERE rating IS NOT NULL", in: db)
        try SourceTable.addRecords(-rows.count, to: source, in: db)
        let plays = try PlayCounts(db)
        for row in rows { try plays.update(row: row) }
        return rows.count
    }

    /// Finds a new song for each missing one, if there is one that no other has.
    private func findPairs(in db: Database) throws {
        let missing = try Int64.fetchAll(
            db,
            sql: """
                SELECT row FROM record JOIN main.music USING (row)
                    WHERE source = \(source) AND record.id NOT IN (SELECT id FROM \(seen))
                        AND sources = \(SourceMask.mask(of: source)) ORDER BY row
                """)
        let insert = try RawStatement(
            db,
            """
            INSERT OR IGNORE INTO temp.renewed(row, missing, former, new, added, bookmarked, rating)
                SELECT found.row, missing.row, missing.id, found.id, missing.added, missing.bookmarked, missing.rating
                    FROM main.music AS missing JOIN main.music AS found
                        ON found.row = coalesce((\(sameID)), (\(sameTexts)))
                    WHERE missing.row = :row
            """)
        for row in missing { try insert.bind(["row": .integer(row)]).run() }
    }

    /// Selects a new row with the missing recording's id.
    private var sameID: String {
        """
        SELECT row FROM (
            SELECT other.row AS row, other.album_key = missing.album_key AS isSameAlbum,
                    other.title_key = missing.title_key AS isSameTitle,
                    abs(other.duration - missing.duration) AS difference
                FROM record AS a JOIN recording AS x ON x.record = a.id JOIN recording AS y ON y.id = x.id
                    JOIN record AS b ON b.id = y.record JOIN main.music AS other ON other.row = b.row
                WHERE a.row = missing.row AND \(isNew) AND \(isFree))
            ORDER BY isSameAlbum DESC, isSameTitle DESC, difference, row LIMIT 1
        """
    }

    /// Selects a new row with the missing song's names and duration, unless the recordings have different ids.
    private var sameTexts: String {
        """
        SELECT row FROM (
            SELECT other.row AS row, abs(other.duration - missing.duration) AS difference FROM main.music AS other
                WHERE missing.artist <> '' AND \(MusicTable.isSameRecording(as: "missing.")) AND \(isNew)
                LIMIT \(Self.equalSongs)) AS other
            WHERE \(isFree) AND NOT \(RecordingTable.isDifferent("other.row", from: "missing.row"))
            ORDER BY difference, row LIMIT 1
        """
    }

    /// A condition on the row `other`: only this source provides it, and it was added since the latest complete sync.
    private var isNew: String {
        """
        other.sources = \(SourceMask.mask(of: source)) AND EXISTS (
            SELECT 1 FROM record JOIN \(seen) AS seen USING (id) WHERE record.row = other.row
                AND (seen.added = 1 OR other.added > (SELECT refreshed FROM source WHERE id = \(source))))
        """
    }

    /// A condition on the row `other`: no other missing song is found in it.
    private let isFree = "other.row NOT IN (SELECT row FROM temp.renewed)"

    /// Moves what belongs to the missing songs to the new ones, and removes the missing rows and records.
    private static let move = """
        \(DownloadTable.renaming("(SELECT former FROM temp.renewed WHERE new = download.id)", from: new));
        \(ToDoTable.renaming("(SELECT former FROM temp.renewed WHERE new = todo.music)", from: new));
        \(UndoTable.renaming("(SELECT former FROM temp.renewed WHERE new = undo_todo.music)", from: new));
        \(PlaylistTable.renaming(by: songs));
        \(RecordTable.deletion(of: "SELECT id FROM record WHERE row IN (SELECT missing FROM temp.renewed)"));
        \(LyricsTable.renewal(from: "temp.renewed"));
        \(MusicTable.deletion(of: "SELECT missing FROM temp.renewed"));
        \(MusicTable.renewal(from: "temp.renewed"))
        """
    private static let new = "SELECT new FROM temp.renewed"
    /// Selects the id of each missing record, and the id that its song keeps.
    private static let songs = """
        SELECT record.id AS former, renewed.former AS id FROM temp.renewed AS renewed
            JOIN record ON record.row = renewed.missing
        """
}
