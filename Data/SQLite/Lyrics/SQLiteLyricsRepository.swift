public import FermataDomain
import GRDB

/// The lyrics in a library on disk.
public struct SQLiteLyricsRepository: LyricsRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func lyrics(of id: MusicID, allowing filter: ExplicitFilter) async throws -> Lyrics {
        let found = try await library.read { db in
            let allowed = filter.condition.map { " AND \($0)" } ?? ""
            let find = try RawStatement(
                db, "SELECT text FROM music LEFT JOIN lyrics USING (row) WHERE id = :id\(allowed)",
                ["id": .integer(id.stored)], isCached: true)
            return try find.first { $0.text("text") }
        }
        guard let found else { throw MusicError.notFound(id.description) }
        return Lyrics(lrc: found)
    }
}
