import FermataDomain
import GRDB

/// The search text of every song, in a full-text index.
enum SearchTextSchema {
    static let table = """
        CREATE VIRTUAL TABLE music_search USING fts5(
            text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0);
        """

    /// Writes all search texts anew. O(n).
    static func rebuild(in db: Database) throws {
        try db.execute(sql: "DROP TABLE music_search; \(table)")
        let rows = try RawStatement(db, "SELECT row, title, artist, album FROM music ORDER BY row")
        let insert = try RawStatement(db, "INSERT INTO music_search(rowid, text) VALUES (:row, :text)")
        while try rows.step() {
            insert.bind(rows.integer("row"), to: "row")
            let text = SearchText(title: rows.text("title"), artist: rows.text("artist"), album: rows.text("album"))
            insert.bind(text.text, to: "text")
            try insert.run()
        }
    }
}
