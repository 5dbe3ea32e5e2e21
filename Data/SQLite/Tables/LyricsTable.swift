import FermataDomain
import GRDB

/// The table `lyrics`: the lyrics of rows of music; a song without lyrics has no row.
final class LyricsTable {
    private let insert: RawStatement
    private let update: RawStatement
    private let remove: RawStatement

    init(_ db: Database) throws {
        insert = try RawStatement(db, "INSERT OR IGNORE INTO lyrics(row, text, music) VALUES (:row, :text, :music)")
        update = try RawStatement(
            db,
            """
            INSERT INTO lyrics(row, text, music) SELECT row, :text, id FROM music WHERE row = :row
                ON CONFLICT (row) DO UPDATE SET text = excluded.text WHERE text <> excluded.text
            """)
        remove = try RawStatement(db, "DELETE FROM lyrics WHERE row = :row")
    }

    /// Stores lyrics that a source has provided on request, unless the song has some.
    static func store(_ lyrics: Lyrics, of id: MusicID, in db: Database) throws {
        try RawStatement(
            db,
            """
            INSERT INTO lyrics(row, text, music) SELECT row, :text, id FROM music WHERE id = :id
                ON CONFLICT (row) DO NOTHING
            """, ["text": .text(LRCText(lyrics).text), "id": .integer(id.stored)]
        ).run()
    }

    /// Statements that move lyrics between the rows `missing` and `row` of a table, where a song has the id `former`.
    static func renewal(from table: String) -> String {
        """
        UPDATE OR IGNORE lyrics SET row = (SELECT row FROM \(table) WHERE missing = lyrics.row)
            WHERE row IN (SELECT missing FROM \(table));
        UPDATE lyrics SET music = renewed.former FROM \(table) AS renewed WHERE renewed.row = lyrics.row
        """
    }

    /// A statement that removes the lyrics of rows; `rows` is a list or a `SELECT`.
    static func deletion(of rows: String) -> String { "DELETE FROM lyrics WHERE row IN (\(rows))" }

    /// A statement that removes the lyrics of lost or other songs from a repaired library.
    static let repair = """
        DELETE FROM lyrics WHERE NOT EXISTS (
            SELECT 1 FROM music WHERE music.row = lyrics.row AND music.id = lyrics.music);
        """

    /// Writes the lyrics of a new row, unless they are empty or the row has lyrics.
    func insert(_ lyrics: String, row: Int64, id: Int64) throws {
        guard !lyrics.isEmpty else { return }
        try insert.bind(["row": .integer(row), "text": .text(lyrics), "music": .integer(id)]).run()
    }

    /// Replaces the lyrics of a row, and returns whether they have changed.
    func update(row: Int64, to lyrics: String) throws -> Bool {
        if lyrics.isEmpty { return try remove.bind(["row": .integer(row)]).run() }
        return try update.bind(["row": .integer(row), "text": .text(lyrics)]).run()
    }
}
