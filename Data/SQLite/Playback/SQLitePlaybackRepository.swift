public import FermataDomain
import GRDB

/// The queue and its position in a library on disk.
public struct SQLitePlaybackRepository: PlaybackRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func load() async throws -> StoredPlayback {
        try await library.read { db in try Self.stored(in: db) }
    }

    public func store(_ playback: StoredPlayback) async throws {
        try await library.write { db in try Self.store(playback, in: db) }
    }

    public func update(
        _ change: @escaping @Sendable (inout StoredPlayback) throws -> Void
    ) async throws -> StoredPlayback {
        try await library.write { db in
            var playback = try Self.stored(in: db)
            try change(&playback)
            try Self.store(playback, in: db)
            return playback
        }
    }

    public func store(_ position: PlaybackPosition) async throws {
        try await library.write { db in
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
    }

    private static func stored(in db: Database) throws -> StoredPlayback {
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

    private static func store(_ playback: StoredPlayback, in db: Database) throws {
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
