import FermataDomain
import GRDB

/// The tables `playback` and `queue`: the state of the player.
enum PlaybackTable {
    /// Stores where the player is, without the queue.
    static func store(_ position: PlaybackPosition, in db: Database) throws {
        try RawStatement(
            db,
            """
            INSERT INTO playback(id, position, elapsed, volume, repetition, shuffled)
                VALUES (1, :position, :elapsed, :volume, :repetition, 0)
                ON CONFLICT (id) DO UPDATE SET position = excluded.position, elapsed = excluded.elapsed,
                    volume = excluded.volume
            """,
            [
                "position": position.index.map { .integer(Int64($0)) } ?? .null,
                "elapsed": .integer(position.elapsed.millisecondCount), "volume": .integer(Int64(position.volume)),
                "repetition": .text(PlayQueue.Repetition.off.rawValue),
            ]
        ).run()
    }

    /// A statement that gives songs of the queue another id; `ids` is a list or a `SELECT`.
    static func renaming(_ id: String, from ids: String) -> String {
        "UPDATE queue SET song = \(id) WHERE song IN (\(ids))"
    }

    static func stored(in db: Database) throws -> StoredPlayback {
        let find = try RawStatement(
            db, "SELECT position, elapsed, volume, repetition, shuffled FROM playback WHERE id = 1")
        let entries = try RawStatement(db, "SELECT number, song FROM queue ORDER BY position").all {
            PlayQueue.Entry(number: Int($0.integer("number")), song: MusicID(stored: $0.integer("song")))
        }
        let stored = try find.first { row in
            let queue = PlayQueue(
                entries: entries, index: row.optionalInteger("position"),
                repetition: PlayQueue.Repetition(rawValue: row.text("repetition")) ?? .off,
                isShuffled: row.integer("shuffled") == 1)
            return StoredPlayback(
                queue: queue, elapsed: .milliseconds(row.integer("elapsed")), volume: Int(row.integer("volume")))
        }
        return stored ?? StoredPlayback()
    }

    static func store(_ playback: StoredPlayback, in db: Database) throws {
        try db.execute(sql: "DELETE FROM queue")
        let insert = try RawStatement(
            db, "INSERT INTO queue(position, number, song) VALUES (:position, :number, :song)")
        for (position, entry) in playback.queue.entries.enumerated() {
            try insert.bind([
                "position": SQLValue(position), "number": SQLValue(entry.number), "song": .integer(entry.song.stored),
            ]).run()
        }
        try RawStatement(
            db,
            """
            INSERT OR REPLACE INTO playback(id, position, elapsed, volume, repetition, shuffled)
                VALUES (1, :position, :elapsed, :volume, :repetition, :shuffled)
            """,
            [
                "position": playback.queue.index.map { .integer(Int64($0)) } ?? .null,
                "elapsed": .integer(playback.elapsed.millisecondCount), "volume": .integer(Int64(playback.volume)),
                "repetition": .text(playback.queue.repetition.rawValue),
                "shuffled": .integer(playback.queue.isShuffled ? 1 : 0),
            ]
        ).run()
    }
}
