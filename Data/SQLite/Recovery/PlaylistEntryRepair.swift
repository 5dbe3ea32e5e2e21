import GRDB

/// Separates entries of playlists from entries of indexes.
///
/// Entries of playlists are three integers, and so are those of the indexes `playlist_entry_record`, `download_asked`,
/// `todo_order` and `undo_bookmark_change`. They are gathered in a temporary table until the rows that they could belong
/// to are known.
enum PlaylistEntryRepair {
    static let table = "temp.stored_entry"
    /// Ids of records are 64-bit hashes; smaller numbers are to-dos, or rows of `undo_bookmark`.
    private static let smallestID = 1 << 32

    static func begin(in db: Database) throws {
        try db.execute(sql: "CREATE TEMP TABLE stored_entry(playlist INTEGER, position INTEGER, record INTEGER)")
    }

    /// Writes the entries of playlists in the new library, and returns their number.
    static func finish(in db: Database) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM temp.stored_entry WHERE playlist NOT IN (SELECT row FROM playlist)
                    OR record BETWEEN -\(smallestID) AND \(smallestID) OR EXISTS (
                        SELECT 1 FROM download WHERE id = record AND asked = playlist AND state = stored_entry.position);
                INSERT OR IGNORE INTO playlist_entry SELECT playlist, position, record FROM temp.stored_entry;
                DROP TABLE temp.stored_entry;
                """)
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM playlist_entry") ?? 0
    }
}
