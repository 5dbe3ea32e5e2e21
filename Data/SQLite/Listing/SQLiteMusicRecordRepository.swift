public import FermataDomain
import GRDB

/// Reads the records of a song from the library on disk.
public struct SQLiteMusicRecordRepository: MusicRecordRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func records(of id: MusicID, allowing filter: ExplicitFilter) async throws -> [MusicRecord] {
        try await library.read { db in
            let allowed = filter.condition.map { " AND \($0)" } ?? ""
            let find = try RawStatement(
                db, "SELECT row FROM music WHERE id = :id\(allowed)", ["id": .integer(id.stored)], isCached: true)
            guard let row = try find.first({ $0.integer("row") }) else { throw MusicError.notFound(id.description) }
            return try RawStatement(db, Self.select, ["row": .integer(row)], isCached: true).all(Self.record)
        }
    }

    /// A song with one source has its values. If an earlier version merged the song, the next sync stores the others.
    private static let select = """
        SELECT source.name, ifnull(merged.title, music.title) AS title, ifnull(merged.artist, music.artist) AS artist,
                ifnull(merged.album, music.album) AS album, ifnull(merged.duration, music.duration) AS duration,
                iif(merged.id IS NOT NULL, merged.explicit, iif(\(isOnly), music.explicit, 0)) AS explicit,
                iif(merged.id IS NOT NULL, merged.audio, iif(\(isOnly), music.audio, NULL)) AS audio
            FROM music JOIN record USING (row) JOIN source ON source.id = record.source
                LEFT JOIN merged_record AS merged ON merged.id = record.id
            WHERE music.row = :row ORDER BY source.id
        """
    private static let isOnly = "music.sources & (music.sources - 1) = 0"

    private static func record(_ row: RawStatement) -> MusicRecord {
        MusicRecord(
            source: row.text("name"), title: row.text("title"), artist: row.text("artist"), album: row.text("album"),
            duration: .seconds(row.integer("duration")), explicit: MusicRow.explicit(row.integer("explicit")),
            audioURL: row.optionalText("audio"))
    }
}
