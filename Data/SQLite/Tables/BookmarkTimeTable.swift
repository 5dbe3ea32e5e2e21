import FermataDomain
import Foundation
import GRDB

/// The table `bookmark_time`: when a person last bookmarked songs, albums and artists.
///
/// A row stays when its bookmark is removed, so that undoing that restores the time.
enum BookmarkTimeTable {
    /// Stores when a song, album or artist was bookmarked.
    static func set(_ time: Date, of id: Int64, in db: Database) throws {
        try RawStatement(
            db, "INSERT OR REPLACE INTO bookmark_time(id, time) VALUES (:id, :time)",
            ["id": .integer(id), "time": .text(String(Int64(time.timeIntervalSince1970.rounded(.down))))],
            isCached: true
        ).run()
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
