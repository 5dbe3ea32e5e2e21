package import FermataDomain
package import Foundation
import GRDB

/// The positions in songs of a library on disk.
package struct SQLiteSavedPositionRepository: SavedPositionRepository {
    private let library: SQLiteLibrary

    package init(library: SQLiteLibrary) { self.library = library }

    package func positions(allowing filter: ExplicitFilter) async throws -> [SavedPosition] {
        try await library.read { db in
            let allowed = filter.condition.map { "WHERE \($0)" } ?? ""
            let names = try SourceNameCache(db)
            return try RawStatement(
                db,
                """
                SELECT saved_position.position AS position, saved_position.comment AS comment,
                        saved_position.created AS created, saved_position.changed AS changed, \(MusicRow.columns)
                    FROM saved_position
                    CROSS JOIN music ON music.row = \(LibrarySchema.row(of: "saved_position.song")) \(allowed)
                    ORDER BY saved_position.changed DESC, saved_position.number DESC
                """
            ).all { row in
                let date = { Date(timeIntervalSince1970: TimeInterval(row.integer($0))) }
                return SavedPosition(
                    MusicRow.music(row, names: names), position: .milliseconds(row.integer("position")),
                    comment: row.text("comment"), created: date("created"), changed: date("changed"))
            }
        }
    }

    package func save(_ position: Duration, in song: MusicID, comment: String, at time: Date) async throws {
        try await library.write { db in
            try SavedPositionTable.save(
                Int64(position / .milliseconds(1)), in: song, comment: comment,
                at: Int64(time.timeIntervalSince1970.rounded(.down)), in: db)
        }
    }

    package func remove(from song: MusicID) async throws {
        try await library.write { db in try SavedPositionTable.remove(from: song, in: db) }
    }
}
