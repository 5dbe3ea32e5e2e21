import GRDB

/// Creates library files of older versions.
enum OldLibrary {
    static let versions = [1, 2, 6, 7, 9, 10, 11, 12, 13, 14, 15]
    /// Each version after its first sync, and some during it.
    static let variants = versions.map { ($0, true) } + [1, 2, 7, 9, 15].map { ($0, false) }

    /// Creates a library of a version with the content of a newer library.
    ///
    /// If `isFilled` is false, it lacks the indexes that are created after the first sync.
    static func make(at path: String, from newer: String, version: Int = 1, isFilled: Bool) throws {
        if version > 2 { return try makeRecent(version, at: path, from: newer, isFilled: isFilled) }
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA application_id = \(0x4665_726D); PRAGMA user_version = \(version)")
            try db.execute(sql: schema)
            try db.execute(sql: "ATTACH ? AS newer", arguments: [newer])
            try db.execute(sql: content)
            if version > 1 { try db.execute(sql: secondSchema + secondContent) }
            try db.execute(sql: "DETACH newer")
            if isFilled { try db.execute(sql: lateIndexes) }
            if isFilled, version > 1 { try db.execute(sql: secondLateIndexes) }
        }
        try queue.close()
    }

    /// Removes the tables and columns of later versions. Before version 9, the rows of music contain the lyrics, and
    /// the search index differs.
    private static func makeRecent(_ version: Int, at path: String, from newer: String, isFilled: Bool) throws {
        let source = try DatabaseQueue(path: newer)
        try source.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        try source.close()
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA user_version = \(version);
                    DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) > \(version);
                    DROP TABLE music_artist; \(albumIndexes)
                    """)
            guard version < 15 else { return isFilled ? () : try removeLateIndexes(in: db) }
            try db.execute(sql: "DROP TRIGGER music_bookmarked; \(starTrigger)")
            guard version < 14 else { return isFilled ? () : try removeLateIndexes(in: db) }
            try db.execute(sql: "ALTER TABLE source DROP COLUMN syncs")
            guard version < 13 else { return isFilled ? () : try removeLateIndexes(in: db) }
            try db.execute(sql: "ALTER TABLE source DROP COLUMN issue; ALTER TABLE source DROP COLUMN issue_time")
            guard version < 12 else { return isFilled ? () : try removeLateIndexes(in: db) }
            try db.execute(
                sql: """
                    DROP INDEX play_song; DROP INDEX played_by_played; DROP INDEX played_by_plays; DROP TABLE scrobble;
                    ALTER TABLE music DROP COLUMN plays; ALTER TABLE music DROP COLUMN played;
                    """)
            guard version < 11 else { return isFilled ? () : try removeLateIndexes(in: db) }
            try db.execute(sql: "DROP TABLE playback; DROP TABLE queue; DROP TABLE play")
            guard version < 10 else { return isFilled ? () : try removeLateIndexes(in: db) }
            try db.execute(
                sql: """
                    DROP TABLE recording; DROP TABLE merged_record; DROP TRIGGER music_bookmarked; DROP TABLE star;
                    ALTER TABLE source DROP COLUMN stars;
                    """)
            guard version < 9 else { return isFilled ? () : try removeLateIndexes(in: db) }
            try db.execute(
                sql: """
                    DROP TABLE music_search_trigram;
                    DROP TABLE music_search;
                    DROP VIEW music_search_text;
                    CREATE VIRTUAL TABLE music_search USING fts5(
                        text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0);
                    INSERT INTO music_search(rowid, text) SELECT row, \(searchText) FROM music;
                    """)
            let indexes = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
                        AND tbl_name IN ('music', 'record', 'playlist_entry')
                    """)
            for name in indexes { try db.execute(sql: "DROP INDEX \(name)") }
            try db.execute(
                sql: """
                    ALTER TABLE music DROP COLUMN title_order;
                    ALTER TABLE music ADD COLUMN lyrics TEXT NOT NULL DEFAULT '';
                    UPDATE music SET lyrics = coalesce((SELECT text FROM lyrics WHERE lyrics.row = music.row), '');
                    DROP TABLE lyrics;
                    """)
            try db.execute(sql: bookmarkIndexes + (isFilled ? lateIndexes + secondLateIndexes : ""))
        }
        try queue.close()
    }

    /// Up to version 15, music had no artists of albums.
    private static let albumIndexes = """
        DROP INDEX IF EXISTS music_by_album;
        DROP INDEX bookmarked_by_album;
        ALTER TABLE music DROP COLUMN album_artist;
        ALTER TABLE music DROP COLUMN album_artist_key;
        CREATE INDEX music_by_album
            ON music(album_key, disc, track, title_key, title_order, id, explicit, sources, bookmarked);
        CREATE INDEX bookmarked_by_album
            ON music(album_key, disc, track, title_key, title_order, id, explicit, sources) WHERE bookmarked = 1;
        """

    private static func removeLateIndexes(in db: Database) throws {
        let names = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
                    AND (name GLOB 'music_*' OR name GLOB 'record_*')
                """)
        for name in names { try db.execute(sql: "DROP INDEX \(name)") }
    }

    /// The search text up to version 6, without initial consonants and forms without punctuation. Later versions
    /// ignore it.
    private static let searchText = "lower(title || char(10) || artist || char(10) || album)"

    /// The trigger of versions 10 to 14, which used the number of a change again once no other one waited.
    private static let starTrigger = """
        CREATE TRIGGER music_bookmarked AFTER UPDATE OF bookmarked ON music
            WHEN old.bookmarked <> new.bookmarked AND EXISTS (SELECT 1 FROM star) BEGIN
            UPDATE star
                SET changed = CASE WHEN sent IS NULL AND starred IS new.bookmarked THEN NULL
                        ELSE (SELECT coalesce(max(changed), 0) + 1 FROM star WHERE changed IS NOT NULL) END,
                    sent = iif(sent IS NULL, NULL, 0)
                WHERE record IN (SELECT id FROM record WHERE record.row = new.row);
        END;
        """

    private static let schema = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1 music, sources, search');
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
        CREATE VIRTUAL TABLE music_search USING fts5(
            text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0);
        \(bookmarkIndexes)
        """

    private static let bookmarkIndexes = """
        CREATE INDEX bookmarked_by_title ON music(title_key, title, id, explicit, sources) WHERE bookmarked = 1;
        CREATE INDEX bookmarked_by_artist ON music(artist_key, title_key, title, id, explicit, sources)
            WHERE bookmarked = 1;
        CREATE INDEX bookmarked_by_album ON music(album_key, disc, track, title_key, title, id, explicit, sources)
            WHERE bookmarked = 1;
        CREATE INDEX bookmarked_by_popular ON music(popularity DESC, title_key, title, id, explicit, sources)
            WHERE bookmarked = 1;
        CREATE INDEX bookmarked_by_newest ON music(released DESC, title_key, title, id, explicit, sources)
            WHERE bookmarked = 1;
        CREATE INDEX bookmarked_by_added ON music(added DESC, title_key, title, id, explicit, sources)
            WHERE bookmarked = 1;
        """

    private static let content = """
        INSERT INTO source SELECT id, name, kind, address, added, refreshed, revision, records, rejected
            FROM newer.source;
        INSERT INTO music SELECT row, id, sources, bookmarked, explicit, title_key, artist_key, album_key, title,
            artist, album, duration, disc, track, popularity, released, added, genre, artwork, audio,
            coalesce((SELECT text FROM newer.lyrics AS stored WHERE stored.row = songs.row), '') FROM newer.music AS songs;
        INSERT INTO record SELECT id, source, fingerprint, row FROM newer.record;
        INSERT INTO held_bookmark SELECT id, music FROM newer.held_bookmark;
        INSERT INTO music_search(rowid, text) SELECT row, \(searchText) FROM newer.music;
        """

    private static let lateIndexes = """
        CREATE UNIQUE INDEX music_id ON music(id);
        CREATE UNIQUE INDEX record_id ON record(id);
        CREATE INDEX record_fingerprint ON record(source, fingerprint, id);
        CREATE INDEX music_by_title ON music(title_key, title, id, explicit, sources, bookmarked);
        CREATE INDEX music_by_artist ON music(artist_key, title_key, title, id, explicit, sources, bookmarked);
        CREATE INDEX music_by_album
            ON music(album_key, disc, track, title_key, title, id, explicit, sources, bookmarked);
        CREATE INDEX music_by_popular ON music(popularity DESC, title_key, title, id, explicit, sources, bookmarked);
        CREATE INDEX music_by_newest ON music(released DESC, title_key, title, id, explicit, sources, bookmarked);
        CREATE INDEX music_by_added ON music(added DESC, title_key, title, id, explicit, sources, bookmarked);
        """

    private static let secondSchema = """
        INSERT INTO grdb_migrations VALUES ('2 playlists, downloads');
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
        CREATE TABLE download(
            id INTEGER PRIMARY KEY, state INTEGER NOT NULL, asked INTEGER NOT NULL, file TEXT NOT NULL,
            length INTEGER, version TEXT, digest BLOB, reason TEXT);
        CREATE INDEX download_asked ON download(asked, state);
        """

    private static let secondContent = """
        UPDATE source SET (playlists, playlists_revision, playlists_rejected) =
            (SELECT playlists, playlists_revision, playlists_rejected FROM newer.source AS newerSource
                WHERE newerSource.id = source.id);
        INSERT INTO playlist SELECT row, id, source, fingerprint, name_key, name FROM newer.playlist;
        INSERT INTO playlist_entry SELECT playlist, position, record FROM newer.playlist_entry;
        INSERT INTO download SELECT id, state, asked, file, length, version, digest, reason FROM newer.download;
        """

    private static let secondLateIndexes = """
        CREATE INDEX record_row ON record(row);
        CREATE INDEX playlist_entry_record ON playlist_entry(record, playlist);
        DROP INDEX music_by_artist;
        CREATE INDEX music_by_artist ON music(artist_key, title_key, title, id, explicit, sources, bookmarked, artist);
        """
}
