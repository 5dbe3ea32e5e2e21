import FermataDomain
import GRDB

/// Writes the lyrics of rows of music; a song without lyrics has no row.
final class LyricsTable {
    /// `music` is the song's id. It also distinguishes these rows from other tables' rows in a damaged file.
    static let schema = "CREATE TABLE lyrics(row INTEGER PRIMARY KEY, text TEXT NOT NULL, music INTEGER NOT NULL);"

    private let db: Database
    private let insert: RawStatement
    private let update: RawStatement
    private let remove: RawStatement

    init(_ db: Database) throws {
        self.db = db
        insert = try RawStatement(db, "INSERT OR IGNORE INTO lyrics(row, text, music) VALUES (:row, :text, :music)")
        update = try RawStatement(
            db,
            """
            INSERT INTO lyrics(row, text, music) SELECT row, :text, id FROM music WHERE row = :row
                ON CONFLICT (row) DO UPDATE SET text = excluded.text WHERE text <> excluded.text
            """)
        remove = try RawStatement(db, "DELETE FROM lyrics WHERE row = :row")
    }

    /// Writes the lyrics of a new row, unless they are empty or the row has lyrics.
    func insert(_ lyrics: String, row: Int64, id: Int64) throws {
        guard !lyrics.isEmpty else { return }
        insert.bind(row, to: "row")
        insert.bind(lyrics, to: "text")
        insert.bind(id, to: "music")
        try insert.run()
    }

    /// Replaces the lyrics of a row, and returns whether they have changed.
    func update(row: Int64, to lyrics: String) throws -> Bool {
        let change = lyrics.isEmpty ? remove : update
        change.bind(row, to: "row")
        if !lyrics.isEmpty { update.bind(lyrics, to: "text") }
        try change.run()
        return db.changesCount > 0
    }
}
