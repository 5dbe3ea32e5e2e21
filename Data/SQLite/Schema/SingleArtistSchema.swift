import FermataDomain
import GRDB

/// The table of the single artists of songs that have several; any other song has no row in it.
enum SingleArtistSchema {
    /// `row` is that of the song. The key and the name identify an artist, as in `music`.
    static let table = """
        CREATE TABLE music_artist(
            artist_key TEXT NOT NULL, row INTEGER NOT NULL, artist TEXT NOT NULL,
            PRIMARY KEY (artist_key, row, artist)) WITHOUT ROWID;
        CREATE INDEX music_artist_row ON music_artist(row);
        """

    /// Whether no song has several artists.
    static func isEmpty(in db: Database) throws -> Bool {
        try Row.fetchOne(db, sql: "SELECT 1 FROM music_artist LIMIT 1") == nil
    }
}
