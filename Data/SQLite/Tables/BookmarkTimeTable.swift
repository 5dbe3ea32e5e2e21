import FermataDomain
import Foundation
import GRDB

/// The table `bookmark_time`: when a person bookmarked songs, albums and artists.
///
/// Only bookmarks have a time. A change that a person can undo stores that of a bookmark that it removes.
enum BookmarkTimeTable {
    /// The latest time under the ids of the song in a row of `music`, as an expression; null if it is unknown.
    static let ofMusic = """
        (SELECT max(CAST(time AS INTEGER)) FROM bookmark_time
            WHERE id IN (SELECT music.id UNION ALL SELECT record.id FROM record WHERE record.row = music.row))
        """

    /// Stores when a song, album or artist was bookmarked; nil removes the time. Keeps a stored time unless `replacing`.
    static func set(_ time: Date?, of id: Int64, replacing: Bool = true, in db: Database) throws {
        guard let time else {
            try RawStatement(db, "DELETE FROM bookmark_time WHERE id = :id", ["id": .integer(id)], isCached: true).run()
            return
        }
        try RawStatement(
            db, "INSERT OR \(replacing ? "REPLACE" : "IGNORE") INTO bookmark_time(id, time) VALUES (:id, :time)",
            ["id": .integer(id), "time": .text(String(Int64(time.timeIntervalSince1970.rounded(.down))))],
            isCached: true
        ).run()
    }

    /// A statement that removes the times of the songs in rows of `music`; `rows` is a list or a `SELECT`.
    static func deletion(rows: String) -> String {
        """
        DELETE FROM bookmark_time WHERE id IN (
            SELECT id FROM music WHERE row IN (\(rows)) UNION ALL SELECT id FROM record WHERE row IN (\(rows)))
        """
    }

    /// Statements that store the time of the song in a row of `music` under the id of a record that stays, before others
    /// leave the row. They change nothing if that is null.
    static func gather(row: Int64, under record: String) -> String {
        """
        INSERT OR REPLACE INTO bookmark_time(id, time)
            SELECT \(record), \(ofMusic) FROM music WHERE row = \(row) AND \(ofMusic) IS NOT NULL AND \(record) IS NOT NULL;
        DELETE FROM bookmark_time WHERE id <> \(record) AND id IN (
            SELECT id FROM music WHERE row = \(row) UNION ALL SELECT id FROM record WHERE row = \(row))
        """
    }

    /// A statement that gives a song the time of the one in a row of `music`, if that has one.
    static func copy(row: Int64, to id: String) -> String {
        "INSERT OR IGNORE INTO bookmark_time(id, time) SELECT \(id), \(ofMusic) FROM music WHERE row = \(row)"
    }

    /// A statement that restores the times of songs whose removed bookmarks are about to be restored.
    static func restoration(change: Int64) -> String {
        """
        INSERT OR REPLACE INTO bookmark_time(id, time)
            SELECT music.id, undo_bookmark.time FROM undo_bookmark
                JOIN music ON music.row = \(LibrarySchema.row(of: "undo_bookmark.music"))
                WHERE change = \(change) AND undo_bookmark.time IS NOT NULL AND bookmarked = 0
        """
    }

    /// A statement that gives the times of songs another id; `ids` is a list or a `SELECT`.
    static func renaming(_ id: String, from ids: String) -> String {
        "UPDATE OR REPLACE bookmark_time SET id = \(id) WHERE id IN (\(ids))"
    }

    /// A statement that gives the times of songs other ids; `songs` selects each as `former` and `id`.
    static func renaming(by songs: String) -> String {
        """
        UPDATE OR REPLACE bookmark_time SET id = found.id FROM (\(songs)) AS found
            WHERE bookmark_time.id = found.former AND bookmark_time.id <> found.id
        """
    }
}
