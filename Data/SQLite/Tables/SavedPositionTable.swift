import FermataDomain
import GRDB

/// The table `saved_position`: positions at which a person continues songs later.
enum SavedPositionTable {
    /// Stores a position in milliseconds; a time is in seconds since 1970.
    static func save(
        _ position: Int64, in song: MusicID, comment: String, at time: Int64, in db: Database
    ) throws {
        try RawStatement(
            db,
            """
            INSERT OR REPLACE INTO saved_position(song, position, comment, created, changed)
                VALUES (
                    :song, :position, :comment,
                    coalesce((SELECT created FROM saved_position WHERE song = :song), :time), :time)
            """,
            [
                "song": .integer(song.stored), "position": .integer(position), "comment": .text(comment),
                "time": .integer(time),
            ]
        ).run()
    }

    static func remove(from song: MusicID, in db: Database) throws {
        try RawStatement(db, "DELETE FROM saved_position WHERE song = :song", ["song": .integer(song.stored)]).run()
    }

    /// A statement that gives the position in a song another id; `ids` is a list or a `SELECT`.
    static func renaming(_ id: String, from ids: String) -> String {
        "UPDATE OR REPLACE saved_position SET song = \(id) WHERE song IN (\(ids))"
    }

    /// A statement that gives positions in songs other ids; `songs` selects each as `former` and `id`.
    static func renaming(by songs: String) -> String {
        """
        UPDATE OR REPLACE saved_position SET song = found.id FROM (\(songs)) AS found
            WHERE song = found.former AND song <> found.id
        """
    }
}
