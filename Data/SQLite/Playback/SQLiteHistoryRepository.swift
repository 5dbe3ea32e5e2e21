public import FermataDomain
public import Foundation
import GRDB

/// The history of a library on disk.
public struct SQLiteHistoryRepository: HistoryRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func add(_ play: Play) async throws {
        let started = Int64(play.started.timeIntervalSince1970.rounded(.down))
        try await library.write { db in
            let isNew = try RawStatement(
                db,
                """
                INSERT INTO play(song, started) SELECT :song, :started
                    WHERE NOT EXISTS (SELECT 1 FROM play WHERE started = :started AND song = :song)
                """,
                ["song": .integer(play.song.stored), "started": .integer(started)]
            ).run()
            guard isNew else { return }
            try PlayCounts.add(play.song.stored, started: started, in: db)
            try SQLiteScrobbleRepository.add(play.song.stored, started: started, in: db)
            try db.notifyChanges(in: Table("music"))
        }
    }

    public func plays(_ window: Window, allowing filter: ExplicitFilter) async throws -> [PlayedSong] {
        try await library.read { db in
            let allowed = filter.condition.map { "WHERE \($0)" } ?? ""
            let names = try SourceNameCache(db)
            return try RawStatement(
                db,
                """
                SELECT play.started AS started, \(MusicRow.columns) FROM play
                    CROSS JOIN music ON music.row = \(LibrarySchema.row(of: "play.song")) \(allowed)
                    ORDER BY play.started DESC, play.number DESC LIMIT \(window.limit ?? -1) OFFSET \(window.offset)
                """
            ).all {
                let started = Date(timeIntervalSince1970: TimeInterval($0.integer("started")))
                return PlayedSong(MusicRow.music($0, names: names), started: started)
            }
        }
    }

    public func count(allowing filter: ExplicitFilter) async throws -> Int {
        try await library.read { db in
            let allowed = filter.condition.map { "WHERE \($0)" } ?? ""
            return try RawStatement(
                db,
                """
                SELECT count(*) FROM play
                    CROSS JOIN music ON music.row = \(LibrarySchema.row(of: "play.song")) \(allowed)
                """
            ).count()
        }
    }
}

/// The plays that wait for sources in a library on disk.
public struct SQLiteScrobbleRepository: ScrobbleRepository {
    /// The seconds after which a program's claim of a play ends; longer than any request.
    private static let claimEnd = 300
    private let library: SQLiteLibrary
    private let now: @Sendable () -> Date

    public init(library: SQLiteLibrary, now: @escaping @Sendable () -> Date) {
        self.library = library
        self.now = now
    }

    /// Queues a play of a song, which is identified by the id of a record, for all sources that count its plays.
    ///
    /// These are the sources of `star`. The time is in seconds since 1970.
    static func add(_ song: Int64, started: Int64, in db: Database) throws {
        try RawStatement(
            db,
            """
            INSERT INTO scrobble(source, key, started)
                SELECT star.source, star.key, :started FROM record JOIN star ON star.record = record.id
                    WHERE record.row = \(LibrarySchema.row(of: ":song")) GROUP BY star.source
            """,
            ["song": .integer(song), "started": .integer(started)]
        ).run()
    }

    public func waiting() async throws -> [WaitingChanges] {
        try await library.read { db in
            try RawStatement(
                db,
                """
                SELECT source.name AS name, count(*) AS count FROM scrobble JOIN source ON source.id = scrobble.source
                    GROUP BY source.id ORDER BY source.added, source.id
                """
            ).all { WaitingChanges(source: $0.text("name"), count: Int($0.integer("count"))) }
        }
    }

    public func claimNext(of source: String) async throws -> Scrobble? {
        let now = Int64(now().timeIntervalSince1970)
        let next = { @Sendable (db: Database) in try Self.next(of: source, at: now, in: db) }
        // Most deliveries find nothing, so they need not write.
        if try await library.read(next) == nil { return nil }
        return try await library.write { db in
            guard let scrobble = try next(db) else { return nil }
            try Self.claim(scrobble, at: now, in: db)
            return scrobble
        }
    }

    public func remove(_ scrobble: Scrobble) async throws {
        try await library.write { db in
            try RawStatement(
                db, "DELETE FROM scrobble WHERE number = :number", ["number": .integer(Int64(scrobble.number))]
            ).run()
        }
    }

    public func release(_ scrobble: Scrobble) async throws {
        try await library.write { db in try Self.claim(scrobble, at: nil, in: db) }
    }

    /// Returns the earliest play that no program has claimed, or whose claim has ended.
    ///
    /// Another program may have claimed a play after `now` was read, or by a clock that is ahead. A claim further in the
    /// future was made before the clock was set, and has ended.
    private static func next(of source: String, at now: Int64, in db: Database) throws -> Scrobble? {
        let rows = try RawStatement(
            db,
            """
            SELECT number, key, started FROM scrobble
                WHERE source = (SELECT id FROM source WHERE name = :source)
                    AND (claimed IS NULL OR abs(claimed - :now) > \(claimEnd))
                ORDER BY number LIMIT 1
            """,
            ["source": .text(source), "now": .integer(now)])
        return try rows.first {
            Scrobble(
                number: Int($0.integer("number")), key: $0.text("key"),
                started: Date(timeIntervalSince1970: Double($0.integer("started"))))
        }
    }

    private static func claim(_ scrobble: Scrobble, at time: Int64?, in db: Database) throws {
        try RawStatement(
            db, "UPDATE scrobble SET claimed = :time WHERE number = :number",
            ["time": time.map { .integer($0) } ?? .null, "number": .integer(Int64(scrobble.number))]
        ).run()
    }
}
