import FermataDomain
import GRDB

/// The tables `play`, the history of plays, and `scrobble`, the plays that sources have not received yet.
enum HistoryTable {
    /// Adds a play of a song, which is identified by the id of a record, unless it is known. Returns whether it is new.
    ///
    /// Counts it in the song's row, and queues it for all sources that count plays of the song: those of `star`. The
    /// time is in seconds since 1970.
    static func add(_ song: MusicID, started: Int64, in db: Database) throws -> Bool {
        let values: [String: SQLValue] = ["song": .integer(song.stored), "started": .integer(started)]
        let isNew = try RawStatement(
            db,
            """
            INSERT INTO play(song, started) SELECT :song, :started
                WHERE NOT EXISTS (SELECT 1 FROM play WHERE started = :started AND song = :song)
            """, values
        ).run()
        guard isNew else { return false }
        try PlayCounts.add(song.stored, started: started, in: db)
        try RawStatement(
            db,
            """
            INSERT INTO scrobble(source, key, started)
                SELECT star.source, star.key, :started FROM record JOIN star ON star.record = record.id
                    WHERE star.source IN (\(SourceTable.storingAnnotations)) AND record.row = \(LibrarySchema.row(of: ":song")) GROUP BY star.source
            """, values
        ).run()
        return true
    }

    /// A statement that gives the plays of songs another id; `ids` is a list or a `SELECT`.
    static func renaming(_ id: String, from ids: String) -> String {
        "UPDATE play SET song = \(id) WHERE song IN (\(ids))"
    }

    /// A statement that gives the plays of songs other ids; `songs` selects each as `former` and `id`.
    static func renaming(by songs: String) -> String {
        "UPDATE play SET song = found.id FROM (\(songs)) AS found WHERE song = found.former AND song <> found.id"
    }

    /// Stores when a program started to send a play; nil ends its claim.
    static func setClaim(_ time: Int64?, of number: Int, in db: Database) throws {
        try db.execute(sql: "UPDATE scrobble SET claimed = ? WHERE number = ?", arguments: [time, number])
    }

    /// Removes a play that its source has received.
    static func removeScrobble(_ number: Int, in db: Database) throws {
        try db.execute(sql: "DELETE FROM scrobble WHERE number = ?", arguments: [number])
    }

    /// Removes all plays that wait for sources.
    static func removeScrobbles(in db: Database) throws { try db.execute(sql: "DELETE FROM scrobble") }

    /// A statement that removes the plays of lost sources from a repaired library.
    static let repair = "DELETE FROM scrobble WHERE source NOT IN (SELECT id FROM source);"
}
