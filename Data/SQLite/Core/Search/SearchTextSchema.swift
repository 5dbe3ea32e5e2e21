import FermataDomain
import GRDB

/// The index of every song's search text.
///
/// The index stores the trigrams of a text, but not the text: the view computes it from the names when a row is removed
/// from the index or compared with it. `music_search_trigram` lists the trigrams and their rows, so that texts of one
/// or two characters are found by the trigrams that begin with them.
///
/// SQLite's check for unused pages runs only if the table whose name is first by hash is an ordinary one; the tests of
/// `LibraryCheck` show whether a new name changes that.
///
/// Source: https://www.sqlite.org/fts5.html#external_content_tables and #the_fts5vocab_virtual_table_module
enum SearchTextSchema {
    /// The view of all search texts.
    static let view = "music_search_text"
    private static let tables = """
        CREATE VIEW \(view) AS
            SELECT row, \(SearchFunctions.text)(title, artist, album) AS text FROM music;
        CREATE VIRTUAL TABLE music_search USING fts5(
            text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0,
            content = '\(view)', content_rowid = 'row');
        CREATE VIRTUAL TABLE music_search_trigram USING fts5vocab('music_search', 'instance');
        """

    /// Creates the index in place of an older one, and fills it. O(n).
    static func create(in db: Database) throws {
        try db.execute(sql: "DROP TABLE IF EXISTS music_search; \(tables)")
        try rebuild(in: db)
    }

    /// Rebuilds the index of all songs. O(n).
    static func rebuild(in db: Database) throws {
        try db.execute(sql: "INSERT INTO music_search(music_search) VALUES ('rebuild')")
    }
}

extension SearchText {
    /// The text for the index. Two line breaks at its end let each of its characters begin a trigram.
    var indexed: String { text + "\n\n" }
}
