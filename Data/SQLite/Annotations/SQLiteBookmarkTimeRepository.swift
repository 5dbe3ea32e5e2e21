package import FermataDomain
package import Foundation
import GRDB

/// The times of bookmarks in a library on disk.
package struct SQLiteBookmarkTimeRepository: BookmarkTimeRepository {
    private let library: SQLiteLibrary

    package init(library: SQLiteLibrary) { self.library = library }

    package func bookmarkTimes(ofSongs songs: [MusicID]) async throws -> [Date?] {
        try await times(
            of: songs.map(\.stored), or: "SELECT record.id FROM music JOIN record USING (row) WHERE music.id = :id")
    }

    package func bookmarkTimes(of subjects: [AnnotatedSubject]) async throws -> [Date?] {
        try await times(of: subjects.map(\.storedID), or: "SELECT other_id FROM album WHERE album.id = :id")
    }

    /// The latest time of each id, or of others that `otherIDs` selects for it.
    private func times(of ids: [Int64], or otherIDs: String) async throws -> [Date?] {
        try await library.read { db in
            let find = try RawStatement(
                db,
                """
                SELECT max(CAST(time AS INTEGER)) AS time FROM bookmark_time
                    WHERE id IN (SELECT :id UNION ALL \(otherIDs))
                """)
            return try ids.map { id in
                try find.bind(["id": .integer(id)]).first { $0.optionalInteger("time") }.flatMap { $0 }
                    .map { Date(timeIntervalSince1970: TimeInterval($0)) }
            }
        }
    }
}
