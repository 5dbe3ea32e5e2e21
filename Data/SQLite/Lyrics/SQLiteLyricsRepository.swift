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

    public func songsWithLyrics(
        among ids: [MusicID], allowing filter: ExplicitFilter
    ) async throws -> Set<MusicID> {
        try await library.read { db in
            let allowed = filter.condition.map { " AND \($0)" } ?? ""
            let found = try RawStatement(
                db,
                """
                SELECT music.id FROM (SELECT value AS number FROM json_each(:ids))
                    CROSS JOIN music ON music.id = number
                    WHERE EXISTS (SELECT 1 FROM lyrics WHERE lyrics.row = music.row)\(allowed)
                """, ["ids": .text(ids.json)]
            ).all { MusicID(stored: $0.firstInteger) }
            return Set(found)
        }
    }

    public func origins(of id: MusicID) async throws -> [LyricsOrigin] {
        try await library.read { db in
            // The keys are stored with the stars of the same sources.
            try RawStatement(
                db,
                """
                SELECT source.name AS source, star.key AS key, music.title AS title, music.artist AS artist
                    FROM music JOIN record USING (row) JOIN star ON star.record = record.id
                        JOIN source ON source.id = star.source
                    WHERE music.id = :id ORDER BY source.added, source.id
                """, ["id": .integer(id.stored)]
            ).all {
                LyricsOrigin(
                    source: $0.text("source"), key: $0.text("key"), title: $0.text("title"), artist: $0.text("artist"))
            }
        }
    }

    public func store(_ lyrics: Lyrics, of id: MusicID) async throws {
        try await library.write { db in try LyricsTable.store(lyrics, of: id, in: db) }
    }
}
