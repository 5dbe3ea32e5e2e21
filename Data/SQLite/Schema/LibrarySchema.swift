import FermataDomain
import GRDB

/// The tables of a library file and the migrations between versions.
enum LibrarySchema {
    /// "Ferm" in the file header identifies a library among other databases.
    static let applicationID: Int32 = 0x4665_726D
    /// The schema version, also stored in the file header, so that a newer library is recognized before it is opened.
    static let version = 16
    static let pageSize = 4096

    /// Whether a database is empty except for the list of migrations, which exists before the first migration.
    static func isMissing(in db: Database) throws -> Bool {
        let list = "grdb_migrations"
        let other = try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_master WHERE tbl_name <> ?", arguments: [list])
        guard other == nil else { return false }
        return try !db.tableExists(list) || Row.fetchOne(db, sql: "SELECT 1 FROM \(list)") == nil
    }

    /// `progress` receives the steps of a migration that takes time.
    static func migrator(progress: @escaping MusicMigration.Progress = { _ in }) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        /// Registers the migration to a version, which the file header then has.
        func register(
            _ version: Int, _ content: String, sql: String = "",
            _ finish: @escaping @Sendable (Database) throws -> Void = { _ in }
        ) {
            migrator.registerMigration("\(version) \(content)") { db in
                try db.execute(sql: "PRAGMA user_version = \(version); \(sql)")
                try finish(db)
            }
        }
        register(1, "music, sources, search", sql: "PRAGMA application_id = \(applicationID); \(tables)")
        register(2, "playlists, downloads", sql: playlistTables + downloadTables) { db in
            if try isFilled(db) { try db.execute(sql: recordRow.sql) }
        }
        register(3, "to-dos", sql: toDoTables + geocodingTables)
        register(4, "renamed sources", sql: "ALTER TABLE source ADD COLUMN identity TEXT")
        register(5, "addresses of to-dos", sql: toDoAddressColumns)
        register(6, "undo", sql: UndoSchema.tables)
        // Version 8 replaces the index that this version wrote.
        register(7, "search text")
        register(8, "lyrics, order of titles, search index") { db in
            try MusicMigration(db, progress: progress).migrateToVersion8()
        }
        // Earlier versions must not write pages, because they add no checksums; see `PageChecksums`.
        register(9, "checksums of pages")
        register(
            10, "recordings, stars",
            sql: RecordingSchema.tables + RecordingSchema.readAgain + StarSchema.tables + StarSchema.trigger)
        register(11, "queue, history", sql: PlaybackSchema.tables)
        register(12, "plays of songs, scrobbles", sql: PlaybackSchema.counts) { db in
            if try isFilled(db) { try PlayCounts.restore(in: db) }
        }
        register(13, "issues of syncs", sql: issueColumns)
        register(14, "syncs", sql: "ALTER TABLE source ADD COLUMN syncs INTEGER NOT NULL DEFAULT 0")
        register(15, "star numbers", sql: StarSchema.trigger)
        register(16, "album artists, single artists", sql: MusicArtistTable.schema) { db in
            try MusicMigration(db, progress: progress).migrateToVersion16()
        }
        return migrator
    }

    /// The row of the song that a column identifies by the id of a record. Music without a source has no record.
    static func row(of song: String) -> String {
        "coalesce((SELECT row FROM record WHERE id = \(song)), (SELECT row FROM music WHERE id = \(song)))"
    }

    /// The value of a source's `revision` when its records have to be read again; a folder's index of files stays.
    static let outdatedRevision =
        "CASE WHEN kind = '\(Source.folderKind)' THEN substr(revision, instr(revision, ':')) END"

    /// Indexes that an initial import creates at its end; importing without them is several times as fast.
    static var lateIndexes: [SQLIndex] { idIndexes + MusicOrdering.all.map(\.index) }

    /// The indexes that find songs and records by their ids.
    static let idIndexes = [
        SQLIndex(name: "music_id", on: "music(id)", isUnique: true),
        SQLIndex(name: "record_id", on: "record(id)", isUnique: true),
        SQLIndex(name: "record_fingerprint", on: "record(fingerprint)"),
        recordRow,
    ]

    /// Whether the library has the indexes that an initial import creates at its end.
    static func isFilled(_ db: Database) throws -> Bool {
        try db.indexes(on: "record").contains { $0.name == "record_id" }
    }

    private static let recordRow = SQLIndex(name: "record_row", on: "record(row)")

    /// Created after the first import of playlists; see `SQLitePlaylistSyncSession`.
    static let entryRecord = SQLIndex(name: "playlist_entry_record", on: "playlist_entry(record, playlist)")

    /// `music.sources` is a bit set: bit n stands for the source with id n.
    /// `record` maps each record of each source to its music; records of several sources may share one row.
    /// `held_bookmark` stores the bookmarks of removed music under every id by which it may return.
    private static let tables = """
        CREATE TABLE source(
            id INTEGER PRIMARY KEY CHECK (id BETWEEN 0 AND 62), name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
            address TEXT NOT NULL, added INTEGER NOT NULL, refreshed INTEGER, revision TEXT,
            records INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE music(
            row INTEGER PRIMARY KEY, id INTEGER NOT NULL, sources INTEGER NOT NULL,
            bookmarked INTEGER NOT NULL DEFAULT 0, explicit INTEGER NOT NULL,
            title_key TEXT NOT NULL, artist_key TEXT NOT NULL, album_key TEXT NOT NULL,
            title TEXT NOT NULL, artist TEXT NOT NULL, album TEXT NOT NULL, duration INTEGER NOT NULL,
            disc INTEGER, track INTEGER, popularity REAL, released INTEGER, added INTEGER NOT NULL,
            genre TEXT, artwork TEXT, audio TEXT, lyrics TEXT NOT NULL);
        CREATE TABLE record(
            id INTEGER NOT NULL, source INTEGER NOT NULL, fingerprint INTEGER, row INTEGER NOT NULL);
        CREATE TABLE held_bookmark(id INTEGER PRIMARY KEY, music INTEGER NOT NULL);
        """

    /// `playlist_entry` refers to music by its record's id, which may be missing from the library.
    ///
    /// `fingerprint` covers a playlist's name and entries. The index by record is created after an initial import.
    private static let playlistTables = """
        ALTER TABLE source ADD COLUMN playlists TEXT;
        ALTER TABLE source ADD COLUMN playlists_revision TEXT;
        ALTER TABLE source ADD COLUMN playlists_rejected INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE playlist(
            row INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, source INTEGER NOT NULL, fingerprint INTEGER,
            name_key TEXT NOT NULL, name TEXT NOT NULL);
        CREATE INDEX playlist_by_name ON playlist(name_key, name, id);
        CREATE INDEX playlist_of_source ON playlist(source, id, fingerprint);
        CREATE TABLE playlist_entry(
            playlist INTEGER NOT NULL, position INTEGER NOT NULL, record INTEGER NOT NULL,
            PRIMARY KEY (playlist, position)) WITHOUT ROWID;
        """

    /// `state` is 0 for requested, 1 for downloaded, 2 for failed. `file` is a name in the download folder.
    ///
    /// `version` and `length` describe the partial file, later the complete one. `asked` counts requests upwards.
    private static let downloadTables = """
        CREATE TABLE download(
            id INTEGER PRIMARY KEY, state INTEGER NOT NULL, asked INTEGER NOT NULL, file TEXT NOT NULL,
            length INTEGER, version TEXT, digest BLOB, reason TEXT);
        CREATE INDEX download_asked ON download(asked, state);
        """

    /// `issue` is the code of the issue of a source's latest sync; `issue_time` is in seconds since 1970.
    private static let issueColumns = """
        ALTER TABLE source ADD COLUMN issue TEXT;
        ALTER TABLE source ADD COLUMN issue_time INTEGER;
        """

    /// `position` counts upwards within a section; `fingerprint` covers a to-do's content without its coordinate.
    ///
    /// `day` is ISO 8601, `moment` seconds since 1970; latitude and longitude are in units of 1e-7 degree.
    private static let toDoTables = """
        CREATE TABLE todo(
            number INTEGER PRIMARY KEY AUTOINCREMENT, done INTEGER NOT NULL, position INTEGER NOT NULL,
            fingerprint INTEGER NOT NULL, title TEXT NOT NULL, description TEXT NOT NULL, day TEXT, moment INTEGER,
            place TEXT, latitude INTEGER, longitude INTEGER, music INTEGER, artist TEXT);
        CREATE INDEX todo_order ON todo(done, position);
        CREATE INDEX todo_fingerprint ON todo(fingerprint, latitude, longitude);
        """

    /// `town_only` is 1 if the coordinate is the centre of the town of the address.
    private static let toDoAddressColumns = """
        ALTER TABLE todo ADD COLUMN address TEXT;
        ALTER TABLE todo ADD COLUMN town_only INTEGER NOT NULL DEFAULT 0;
        """

    /// `geocoding` caches responses; `geocoder` stores the time of the next allowed request to each server.
    ///
    /// `wanted` is the requested number of places. Times are in milliseconds since 1970.
    private static let geocodingTables = """
        CREATE TABLE geocoding(
            server TEXT NOT NULL, question TEXT NOT NULL, answer TEXT NOT NULL, wanted INTEGER NOT NULL,
            answered INTEGER NOT NULL, PRIMARY KEY (server, question)) WITHOUT ROWID;
        CREATE TABLE geocoder(server TEXT PRIMARY KEY, free INTEGER NOT NULL) WITHOUT ROWID;
        """
}
