package import FermataDomain
package import Foundation
import GRDB

/// The times of bookmarks in a library on disk.
package struct SQLiteBookmarkTimeRepository: BookmarkTimeRepository {
    private let library: SQLiteLibrary

    package init(library: SQLiteLibrary) { self.library = library }

    package func bookmarkTimes(ofSongs songs: [MusicID]) async throws -> [Date?] {
        try await library.read { db in
            let find = try RawStatement(db, "SELECT \(BookmarkTimeTable.ofMusic) AS time FROM music WHERE id = :id")
            return try songs.map { song in
                try find.bind(["id": .integer(song.stored)]).first { $0.time("time") }.flatMap(\.self)
            }
        }
    }

    package func bookmarkTimes(of subjects: [AnnotatedSubject]) async throws -> [Date?] {
        try await library.read { db in
            let reader = try SubjectAnnotationReader(db)
            return try subjects.map { try reader.annotations(of: $0).bookmarked }
        }
    }
}
