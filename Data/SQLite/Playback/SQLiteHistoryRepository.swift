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
            guard try HistoryTable.add(play.song, started: started, in: db) else { return }
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
            try HistoryTable.setClaim(now, of: scrobble.number, in: db)
            return scrobble
        }
    }

    public func remove(_ scrobble: Scrobble) async throws {
        try await library.write { db in try HistoryTable.removeScrobble(scrobble.number, in: db) }
    }

    public func release(_ scrobble: Scrobble) async throws {
        try await library.write { db in try HistoryTable.setClaim(nil, of: scrobble.number, in: db) }
    }

    /// Returns the earliest play that no program has claimed, or whose claim has ended.
    ///
    /// Another program may have claimed a play after `now` was read, or by a clock that is ahead. A claim further in
    /// the future was made before the clock was set, and has ended.
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
}
