public import FermataDomain
import Foundation
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
            try RawStatement(
                db,
                """
                INSERT INTO play(song, started) SELECT :song, :started
                    WHERE NOT EXISTS (SELECT 1 FROM play WHERE started = :started AND song = :song)
                """,
                ["song": .integer(play.song.stored), "started": .integer(started)]
            ).run()
            guard db.changesCount > 0 else { return }
            try PlayCounts.add(play.song.stored, started: started, in: db)
            try SQLiteScrobbleRepository.add(play.song.stored, started: started, in: db)
            try db.notifyChanges(in: Table("music"))
        }
    }

    public func plays(_ window: Window, allowing filter: ExplicitFilter) async throws -> [PlayedSong] {
        try await library.read { db in
            let allowed = filter.condition.map { "WHERE \($0)" } ?? ""
            let rows = try RawStatement(
                db,
                """
                SELECT play.started AS started, \(MusicRow.columns) FROM play
                    CROSS JOIN music ON music.row = \(LibrarySchema.row(of: "play.song")) \(allowed)
                    ORDER BY play.started DESC, play.number DESC LIMIT :limit OFFSET :offset
                """,
                [
                    "limit": .integer(window.limit.map(Int64.init) ?? -1), "offset": .integer(Int64(window.offset)),
                ])
            let names = try SourceNameCache(db)
            var plays: [PlayedSong] = []
            while try rows.step() {
                let started = Date(timeIntervalSince1970: TimeInterval(rows.integer("started")))
                plays.append(PlayedSong(MusicRow.music(rows, names: names), started: started))
            }
            return plays
        }
    }

    public func count(allowing filter: ExplicitFilter) async throws -> Int {
        try await library.read { db in
            let allowed = filter.condition.map { "WHERE \($0)" } ?? ""
            let rows = try RawStatement(
                db,
                """
                SELECT count(*) AS plays FROM play
                    CROSS JOIN music ON music.row = \(LibrarySchema.row(of: "play.song")) \(allowed)
                """)
            return try rows.step() ? Int(rows.integer("plays")) : 0
        }
    }
}
