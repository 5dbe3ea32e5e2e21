import FermataDomain
import GRDB

/// The schema of a library file.
///
/// The SQL is literal and never changes once it is released: a later version adds a step to `LibraryMigration`. A test
/// compares the schema of a new library with the stored one of each version.
///
/// Only tables that stay small have foreign keys: those of undo and the plays that wait. The owners of the others
/// remove rows that belong together, in sets: cascades take 1.1 to 1.3 times as long to remove many songs or playlists.
///
/// Times are in seconds since 1970 and durations in seconds, unless stated. A song is identified by the id of one of
/// its records wherever it has to survive merging, or a removal until it returns.
enum LibrarySchema {
    /// "Ferm" in the file header identifies a library among other databases.
    static let applicationID: Int32 = 0x4665_726D
    static let pageSize = 4096

    /// The tables of version 17, the first one that this program reads.
    static let version17 = """
        PRAGMA application_id = 1181053549;

        -- The places that music comes from.
        --   id                  the bit that stands for the source in music.sources
        --   identity            the name that ids of its records are made with; null if that is `name`
        --   kind, address       what `source add` received
        --   refreshed           the time of its latest complete sync
        --   revision            what the source sent with its latest songs, such as an ETag; null to read all again
        --   records, rejected   the counts of its stored records, and of those that its latest sync rejected
        --   playlists…          the same for its document of playlists; `playlists` is its address
        --   stars               grows with each delivery and each read of stars, and is then greater than every waiting
        --                       star.change; null before the first one
        --   syncs               the count of syncs that were started; see SyncConflictDetector
        --   issue, issue_time   the code and the time of what its latest sync could not read
        --   traits              those of its kind; see SourceTraits
        CREATE TABLE source(
            id INTEGER PRIMARY KEY CHECK (id BETWEEN 0 AND 62), name TEXT NOT NULL UNIQUE, identity TEXT,
            kind TEXT NOT NULL, address TEXT NOT NULL, added INTEGER NOT NULL, refreshed INTEGER, revision TEXT,
            records INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0, playlists TEXT,
            playlists_revision TEXT, playlists_rejected INTEGER NOT NULL DEFAULT 0, stars INTEGER,
            syncs INTEGER NOT NULL DEFAULT 0, issue TEXT, issue_time INTEGER, traits INTEGER NOT NULL DEFAULT 0);

        -- The songs. The primary source, the one with the lowest bit, provides the values.
        --   row                      joins the tables of one library; id identifies the song elsewhere, permanently
        --   sources                  a bit set: bit n stands for the source with id n; 0 for a bookmark without a source
        --   explicit                 see MusicRow
        --   title_key, artist_key …  the sort keys of the names; album_artist_key is that of `AlbumArtist`
        --   title_order              orders titles with the same key; see TitleOrder
        --   released                 see ReleaseDate
        --   plays, played            the count of plays and the start of the last one; null if never played
        CREATE TABLE music(
            row INTEGER PRIMARY KEY, id INTEGER NOT NULL, sources INTEGER NOT NULL,
            bookmarked INTEGER NOT NULL DEFAULT 0, explicit INTEGER NOT NULL,
            title_key TEXT NOT NULL, artist_key TEXT NOT NULL, album_key TEXT NOT NULL,
            title TEXT NOT NULL, artist TEXT NOT NULL, album TEXT NOT NULL, duration INTEGER NOT NULL,
            disc INTEGER, track INTEGER, popularity REAL, released INTEGER, added INTEGER NOT NULL,
            genre TEXT, artwork TEXT, audio TEXT, title_order BLOB NOT NULL DEFAULT x'7F',
            plays INTEGER, played INTEGER, album_artist TEXT NOT NULL DEFAULT '',
            album_artist_key TEXT NOT NULL DEFAULT '');
        -- Small, so that they exist from the beginning; see `lateIndexes` for the indexes of all songs.
        CREATE INDEX bookmarked_by_title ON music(
            title_key, title_order, id, explicit, sources) WHERE bookmarked = 1;
        CREATE INDEX bookmarked_by_artist ON music(
            artist_key, title_key, title_order, id, explicit, sources) WHERE bookmarked = 1;
        CREATE INDEX bookmarked_by_album ON music(
            album_key, album_artist_key, disc, track, title_key, title_order, id, explicit, sources)
            WHERE bookmarked = 1;
        CREATE INDEX bookmarked_by_popular ON music(
            popularity DESC, title_key, title_order, id, explicit, sources) WHERE bookmarked = 1;
        CREATE INDEX bookmarked_by_newest ON music(
            released DESC, title_key, title_order, id, explicit, sources) WHERE bookmarked = 1;
        CREATE INDEX bookmarked_by_added ON music(
            added DESC, title_key, title_order, id, explicit, sources) WHERE bookmarked = 1;
        CREATE INDEX played_by_played ON music(
            played DESC, title_key, title_order, id, explicit, sources, bookmarked) WHERE played IS NOT NULL;
        CREATE INDEX played_by_plays ON music(
            plays DESC, title_key, title_order, id, explicit, sources, bookmarked) WHERE played IS NOT NULL;

        -- The single artists of songs that have several; the key and the name identify an artist, as in `music`.
        CREATE TABLE music_artist(
            artist_key TEXT NOT NULL, row INTEGER NOT NULL, artist TEXT NOT NULL,
            PRIMARY KEY (artist_key, row, artist)) WITHOUT ROWID;
        CREATE INDEX music_artist_row ON music_artist(row);

        -- The lyrics of songs that have some. `music`, the song's id, also distinguishes these rows in a damaged file.
        CREATE TABLE lyrics(row INTEGER PRIMARY KEY, text TEXT NOT NULL, music INTEGER NOT NULL);

        -- The index of search texts; see SearchText. It stores the trigrams of each text but not the text, which the view
        -- computes from the names when a row is removed from the index or compared with it. `music_search_trigram` lists
        -- the trigrams and their rows, so that texts of one or two characters are found by trigrams that begin with them.
        -- SQLite's check for unused pages runs only if the table whose name is first by hash is an ordinary one; the tests
        -- of LibraryCheck show whether a new name changes that.
        -- Source: https://www.sqlite.org/fts5.html#external_content_tables and #the_fts5vocab_virtual_table_module
        CREATE VIEW music_search_text AS SELECT row, search_text(title, artist, album) AS text FROM music;
        CREATE VIRTUAL TABLE music_search USING fts5(
            text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0,
            content = 'music_search_text', content_rowid = 'row');
        CREATE VIRTUAL TABLE music_search_trigram USING fts5vocab('music_search', 'instance');

        -- The records of sources; those of several sources may share a song.
        --   source        -1 if a repair could not read the source
        --   fingerprint   identifies the record's content, so that an unchanged one is not read; null to read it again
        --   row           that of the song
        CREATE TABLE record(id INTEGER NOT NULL, source INTEGER NOT NULL, fingerprint INTEGER, row INTEGER NOT NULL);

        -- The MusicBrainz ids of recordings of records that have one. `row`, that of the song, also distinguishes these
        -- rows in a damaged file.
        CREATE TABLE recording(record INTEGER PRIMARY KEY, id BLOB NOT NULL, row INTEGER NOT NULL);
        CREATE INDEX recording_id ON recording(id);

        -- Each source's values of the songs that several sources provide. `id` is that of the record.
        CREATE TABLE merged_record(
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist TEXT NOT NULL, album TEXT NOT NULL,
            duration INTEGER NOT NULL, explicit INTEGER NOT NULL, audio TEXT);

        -- The bookmarks of songs that are not in the library, under every id by which a song may return.
        CREATE TABLE held_bookmark(id INTEGER PRIMARY KEY, music INTEGER NOT NULL);

        -- The songs whose sources store stars, and the changes that wait for these sources: a StarState for each record.
        --   key        identifies the song within its source
        --   known      whether the source has a star; null before its first read
        --   change     the number of the waiting change; null if none waits. The bookmark is the state that the source shall
        --              have
        --   delivery   0 if no change was sent since the last one that the source has shown, 1 if the source may have
        --              received this or an earlier one, 2 if it has accepted this one
        CREATE TABLE star(
            record INTEGER PRIMARY KEY, source INTEGER NOT NULL, key TEXT NOT NULL, known INTEGER, change INTEGER,
            delivery INTEGER, CHECK ((change IS NULL) = (delivery IS NULL)));
        CREATE INDEX star_change ON star(change, record, source, delivery) WHERE change IS NOT NULL;

        -- The playlists of sources. `fingerprint` covers the name and the entries.
        CREATE TABLE playlist(
            row INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, source INTEGER NOT NULL, fingerprint INTEGER,
            name_key TEXT NOT NULL, name TEXT NOT NULL);
        CREATE INDEX playlist_by_name ON playlist(name_key, name, id);
        CREATE INDEX playlist_of_source ON playlist(source, id, fingerprint);
        -- The songs of playlists, by ids of records, which may be missing from the library.
        CREATE TABLE playlist_entry(
            playlist INTEGER NOT NULL, position INTEGER NOT NULL, record INTEGER NOT NULL,
            PRIMARY KEY (playlist, position)) WITHOUT ROWID;

        -- The downloads, by the ids of songs.
        --   state             see DownloadRow
        --   number            counts requests upwards
        --   file              the file's name in the download folder
        --   length, version   describe the partial file, later the complete one
        --   digest            SHA-256 of the complete file
        CREATE TABLE download(
            id INTEGER PRIMARY KEY, state INTEGER NOT NULL, number INTEGER NOT NULL, file TEXT NOT NULL,
            length INTEGER, version TEXT, digest BLOB, reason TEXT);
        CREATE INDEX download_number ON download(number, state);

        -- The to-dos.
        --   position              counts upwards within a section
        --   fingerprint           covers the content without address and coordinate
        --   day, moment           ISO 8601, or seconds since 1970
        --   latitude, longitude   in units of 1e-7 degree
        --   town_only             1 if the coordinate is the centre of the town of the address
        CREATE TABLE todo(
            number INTEGER PRIMARY KEY AUTOINCREMENT, done INTEGER NOT NULL, position INTEGER NOT NULL,
            fingerprint INTEGER NOT NULL, title TEXT NOT NULL, description TEXT NOT NULL, day TEXT, moment INTEGER,
            place TEXT, latitude INTEGER, longitude INTEGER, music INTEGER, artist TEXT, address TEXT,
            town_only INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX todo_order ON todo(done, position);
        CREATE INDEX todo_fingerprint ON todo(fingerprint, latitude, longitude);

        -- Cached responses of geocoders; `count` is the requested number of places. Times are in milliseconds since 1970.
        CREATE TABLE geocoding(
            server TEXT NOT NULL, address TEXT NOT NULL, places TEXT NOT NULL, count INTEGER NOT NULL,
            time INTEGER NOT NULL, PRIMARY KEY (server, address)) WITHOUT ROWID;
        -- The time of the next allowed request to each geocoder, in milliseconds since 1970.
        CREATE TABLE geocoder(server TEXT PRIMARY KEY, free INTEGER NOT NULL) WITHOUT ROWID;

        -- The latest changes that a person can undo.
        CREATE TABLE undo(number INTEGER PRIMARY KEY, made INTEGER NOT NULL, action TEXT NOT NULL);
        -- The songs of such a change, by the ids that they had.
        CREATE TABLE undo_bookmark(
            change INTEGER NOT NULL REFERENCES undo(number) ON DELETE CASCADE, music INTEGER NOT NULL);
        CREATE INDEX undo_bookmark_change ON undo_bookmark(change, music);
        -- The to-dos as they were before the change; an added one as it was added, with `done` null.
        CREATE TABLE undo_todo(
            change INTEGER NOT NULL REFERENCES undo(number) ON DELETE CASCADE, number INTEGER NOT NULL,
            done INTEGER, position INTEGER, fingerprint INTEGER, title TEXT, description TEXT, day TEXT, moment INTEGER,
            place TEXT, latitude INTEGER, longitude INTEGER, music INTEGER, artist TEXT, address TEXT,
            town_only INTEGER, PRIMARY KEY (change, number)) WITHOUT ROWID;

        -- The state of the player, in at most one row.
        --   position   that of the current entry of `queue`; null before the first entry and after the last one
        --   elapsed    in milliseconds; volume in percent
        CREATE TABLE playback(
            id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER, elapsed INTEGER NOT NULL, volume INTEGER NOT NULL,
            repetition TEXT NOT NULL, shuffled INTEGER NOT NULL);
        -- The queue: `position` is the order of playing, `number` that of adding. The number of columns distinguishes
        -- its rows from those of `play` in a damaged file.
        CREATE TABLE queue(
            position INTEGER PRIMARY KEY, number INTEGER NOT NULL, song INTEGER NOT NULL,
            playback INTEGER NOT NULL DEFAULT 1);
        -- The history of plays.
        CREATE TABLE play(number INTEGER PRIMARY KEY, song INTEGER NOT NULL, started INTEGER NOT NULL);
        CREATE INDEX play_started ON play(started, number, song);
        CREATE INDEX play_song ON play(song, started);
        -- The plays that the source of a song has not received yet.
        --   key       identifies the song within its source
        --   claimed   when a program last began to send the play
        CREATE TABLE scrobble(
            number INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            key TEXT NOT NULL, started INTEGER NOT NULL, claimed INTEGER);
        CREATE INDEX scrobble_source ON scrobble(source);
        """

    /// What version 18 adds: ratings, the library's own playlists, albums, and annotations of albums and artists.
    static let version18 = """
        -- rating: 1 to 5; null without one. Few songs have one, so the index has only these.
        ALTER TABLE music ADD COLUMN rating INTEGER;
        CREATE INDEX rated_by_rating ON music(
            rating DESC, title_key, title_order, id, explicit, sources, bookmarked) WHERE rating IS NOT NULL;

        -- The ratings of songs that are not in the library, under every id by which a song may return.
        CREATE TABLE held_rating(id INTEGER PRIMARY KEY, music INTEGER NOT NULL, rating INTEGER NOT NULL);

        -- A RatingState for each record, like the StarState; 0 is no rating.
        ALTER TABLE star ADD COLUMN known_rating INTEGER;
        ALTER TABLE star ADD COLUMN rating_change INTEGER;
        ALTER TABLE star ADD COLUMN rating_delivery INTEGER
            CHECK ((rating_change IS NULL) = (rating_delivery IS NULL));
        CREATE INDEX star_rating_change ON star(rating_change, record, source, rating_delivery)
            WHERE rating_change IS NOT NULL;

        -- The rating before a change of ratings; null without one.
        ALTER TABLE undo_bookmark ADD COLUMN rating INTEGER;

        -- Rows of `playlist` with the source -2 are the library's own. They have no fingerprint, and their entries name
        -- songs by id. A saved search has a row here and no entries.
        --   playlist         the row of the playlist
        --   text, sort       in the language of searches, and the name of the order
        --   reversed, size   1 for a reversed order, and the largest number of songs; null for all
        CREATE TABLE saved_search(
            playlist INTEGER PRIMARY KEY, text TEXT NOT NULL, sort TEXT NOT NULL, reversed INTEGER NOT NULL,
            size INTEGER);

        -- The playlists of undoable changes.
        --   playlist              the id of the playlist
        --   name                  before the change; the first one of a created playlist
        --   songs                 those that were added, moved or removed, as a JSON array of ids
        --   start, count          the place of the entries that replaced others, and their number
        --   replaced              the ids of these others, as a JSON array
        --   text, sort, reversed, size   those of a deleted saved search
        CREATE TABLE undo_playlist(
            change INTEGER PRIMARY KEY REFERENCES undo(number) ON DELETE CASCADE, playlist INTEGER NOT NULL,
            name TEXT NOT NULL, songs TEXT NOT NULL, start INTEGER NOT NULL, count INTEGER NOT NULL,
            replaced TEXT NOT NULL, text TEXT, sort TEXT, reversed INTEGER, size INTEGER);

        -- The MusicBrainz id of the release.
        ALTER TABLE music ADD COLUMN release BLOB;
        -- The id of the song's album if its sort keys are those of other albums, too; otherwise null. It keeps the songs
        -- of an album together in their order.
        ALTER TABLE music ADD COLUMN edition INTEGER;
        DROP INDEX bookmarked_by_album;
        CREATE INDEX bookmarked_by_album ON music(
            album_key, album_artist_key, edition, disc, track, title_key, title_order, id, explicit, sources)
            WHERE bookmarked = 1;
        DROP INDEX IF EXISTS music_by_album;
        -- The next syncs read the releases of all songs. The index of a folder's files, after the colon, stays.
        UPDATE record SET fingerprint = NULL;
        UPDATE source SET revision = iif(traits & 16, substr(revision, instr(revision, ':')), NULL);

        -- The albums with the values that lists order them by; derived from `music` by AlbumTable.
        --   allowed               the filters for whose songs the row has the values, as a bit mask: 1 for all songs, 2
        --                         without explicit ones, 4 for clean ones only. Each filter has its own rows of an album
        --                         if their values differ
        --   name_key, artist_key  the sort keys of the album's name and of its AlbumArtist
        --   name, artist          the exact names if their keys are empty; otherwise null
        --   release               the release if songs with these names have several, a byte 0 for songs without one;
        --                         null if all are one album
        --   released, added       the latest ones of its songs
        --   plays, played         the sum and the latest one of its songs; null if never played
        CREATE TABLE album(
            row INTEGER PRIMARY KEY, id INTEGER NOT NULL, allowed INTEGER NOT NULL, name_key TEXT NOT NULL,
            artist_key TEXT NOT NULL, name TEXT, artist TEXT, release BLOB, released INTEGER, added INTEGER NOT NULL,
            plays INTEGER, played INTEGER);
        CREATE INDEX album_by_played ON album(played DESC, name_key, artist_key, id, allowed) WHERE played IS NOT NULL;
        CREATE INDEX album_by_plays ON album(plays DESC, name_key, artist_key, id, allowed) WHERE played IS NOT NULL;

        -- The genres of the songs of albums, and the number of these songs that each filter allows.
        CREATE TABLE album_genre(
            genre TEXT NOT NULL, album INTEGER NOT NULL, songs INTEGER NOT NULL, not_explicit INTEGER NOT NULL,
            clean INTEGER NOT NULL, PRIMARY KEY (genre, album)) WITHOUT ROWID;
        CREATE INDEX album_genre_album ON album_genre(album);

        -- The bookmarks and ratings of albums and artists, also of those without songs in the library.
        --   id       that of the album, or a hash of the artist's name; see AnnotatedSubject
        --   rating   1 to 5; null without one
        --   artist   the name of the artist, or of the album's artist
        --   album    the name of the album; null for an artist
        CREATE TABLE annotation(
            id INTEGER PRIMARY KEY, bookmarked INTEGER NOT NULL, rating INTEGER, artist TEXT NOT NULL, album TEXT);
        -- These rows as they were before an undoable change; 0 and null if there was none.
        CREATE TABLE undo_annotation(
            change INTEGER NOT NULL REFERENCES undo(number) ON DELETE CASCADE, id INTEGER NOT NULL,
            bookmarked INTEGER NOT NULL, rating INTEGER, artist TEXT NOT NULL, album TEXT);
        CREATE INDEX undo_annotation_change ON undo_annotation(change, id);
        -- The changes of annotations that wait for the sources of their songs.
        --   annotation, artist, album   as in `annotation`
        --   is_rating                   whether `value` is a rating, or 0 without one; otherwise it is 1 for a bookmark
        --   key                         identifies a song of the album or artist within its source
        CREATE TABLE annotation_change(
            number INTEGER PRIMARY KEY AUTOINCREMENT, source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
            annotation INTEGER NOT NULL, is_rating INTEGER NOT NULL, value INTEGER NOT NULL, key TEXT NOT NULL,
            artist TEXT NOT NULL, album TEXT, UNIQUE (source, annotation, is_rating));
        """

    /// What version 19 adds: annotations that follow albums whose names gain or lose releases.
    static let version19 = """
        -- The id that the album has while its name has fewer or more releases; see Album.annotationIDs.
        ALTER TABLE album ADD COLUMN other_id INTEGER NOT NULL DEFAULT 0;
        -- Finds the entry that plays.
        CREATE INDEX queue_number ON queue(number);
        """

    /// What version 20 adds: changes of the queue that a person can undo.
    static let version20 = """
        -- The state before such a change.
        --   current    the number of the current entry of `queue`; null if there was none
        --   elapsed    how much of it was played, in milliseconds
        --   shuffled   as in `playback`
        CREATE TABLE undo_queue(
            change INTEGER PRIMARY KEY REFERENCES undo(number) ON DELETE CASCADE, current INTEGER,
            elapsed INTEGER NOT NULL, shuffled INTEGER NOT NULL) WITHOUT ROWID;
        -- The entries that such a change moved or removed, in their former order, and then those that it added.
        --   number, song   as in `queue`
        --   added          1 for an added entry
        --   predecessor    the number of the entry before it; null for the first one, and for an added one
        CREATE TABLE undo_queue_entry(
            change INTEGER NOT NULL REFERENCES undo(number) ON DELETE CASCADE, place INTEGER NOT NULL,
            number INTEGER NOT NULL, song INTEGER NOT NULL, added INTEGER NOT NULL, predecessor INTEGER,
            PRIMARY KEY (change, place)) WITHOUT ROWID;
        """

    /// What version 21 adds: the sizes of genres, so that a list of genres does not read those of all albums, and accounts.
    static let version21 = """
        -- The genres in `album_genre`, each with the number of its songs and of its albums that each filter allows.
        CREATE TABLE genre(
            name TEXT PRIMARY KEY, songs INTEGER NOT NULL, not_explicit INTEGER NOT NULL, clean INTEGER NOT NULL,
            albums INTEGER NOT NULL, not_explicit_albums INTEGER NOT NULL, clean_albums INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO genre
            SELECT genre, sum(songs), sum(not_explicit), sum(clean), sum(songs > 0), sum(not_explicit > 0), sum(clean > 0)
                FROM album_genre GROUP BY genre;

        -- The people who use the library through the server.
        --   name_key   compares names; see AccountName
        --   age        in years; null for that of the library's own listener
        --   password   encrypted; see AccountKeyFile
        CREATE TABLE account(
            number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, age INTEGER,
            admin INTEGER NOT NULL, password BLOB);
        -- The API keys of accounts, by their SHA-256.
        CREATE TABLE account_key(
            digest BLOB PRIMARY KEY, account INTEGER NOT NULL REFERENCES account(number) ON DELETE CASCADE)
            WITHOUT ROWID;
        CREATE INDEX account_key_account ON account_key(account);
        """

    /// What version 22 adds: libraries of accounts, playlists that other accounts see, and positions in songs.
    static let version22 = """
        -- The name of the account's own library; null for the account that uses this one.
        ALTER TABLE account ADD COLUMN library TEXT;
        UPDATE account SET library = lower(hex(randomblob(8))) WHERE number <> (SELECT min(number) FROM account);
        -- 1 if libraries that have this one as a source have the playlist, too; otherwise null or 0.
        ALTER TABLE playlist ADD COLUMN shared INTEGER;
        -- The positions at which a person continues songs later, the one saved last with the largest number.
        --   song              the id of a record or a song, as in `play`
        --   position          in milliseconds
        --   created, changed  seconds since 1970
        CREATE TABLE saved_position(
            number INTEGER PRIMARY KEY, song INTEGER NOT NULL UNIQUE, position INTEGER NOT NULL, comment TEXT NOT NULL,
            created INTEGER NOT NULL, changed INTEGER NOT NULL);
        """

    /// What version 23 adds: what apps show of playlists, bookmarks and the queue.
    static let version23 = """
        -- comment            null without one
        -- created, changed   when the library got the playlist, and when it last changed; null if that is unknown
        ALTER TABLE playlist ADD COLUMN comment TEXT;
        ALTER TABLE playlist ADD COLUMN created INTEGER;
        ALTER TABLE playlist ADD COLUMN changed INTEGER;
        -- Those of a deleted playlist.
        ALTER TABLE undo_playlist ADD COLUMN shared INTEGER;
        ALTER TABLE undo_playlist ADD COLUMN comment TEXT;
        ALTER TABLE undo_playlist ADD COLUMN created INTEGER;
        -- When a person bookmarked a song, album or artist; without a row if that is unknown.
        --   id     the id of a record or a song, as in `play`, or of a row of `annotation`
        --   time   as text, which distinguishes these rows from those of `held_bookmark` in a damaged file
        CREATE TABLE bookmark_time(id INTEGER PRIMARY KEY, time TEXT NOT NULL);
        -- That of a removed bookmark.
        ALTER TABLE undo_bookmark ADD COLUMN time TEXT;
        ALTER TABLE undo_annotation ADD COLUMN time TEXT;
        -- The app that stored the queue; null if another program has changed it since.
        ALTER TABLE playback ADD COLUMN client TEXT;
        -- When the state of the player was last stored, in milliseconds; null if an earlier version stored it. It changes with
        -- every store, so that other programs notice a start at the stored position.
        ALTER TABLE playback ADD COLUMN changed INTEGER;
        """

    /// Indexes that an initial import creates at its end; importing without them is several times as fast.
    static var lateIndexes: [SQLIndex] { idIndexes + orderIndexes + albumIndexes }

    /// The late indexes of version 17.
    static let lateIndexes17 = idIndexes + orderIndexes17 + [entryRecord]

    /// The late indexes of version 18. That of songs by album replaces an earlier one.
    static let lateIndexes18 = [musicByAlbum18] + albumIndexes18

    /// The late indexes of version 19.
    static let lateIndexes19 = [SQLIndex("album_other_id", on: "album(other_id)")]

    /// The indexes that find songs and records by their ids.
    static let idIndexes = [
        SQLIndex("music_id", on: "music(id)", isUnique: true),
        SQLIndex("record_id", on: "record(id)", isUnique: true),
        SQLIndex("record_fingerprint", on: "record(fingerprint)"),
        SQLIndex("record_row", on: "record(row)"),
    ]

    /// The indexes of the orders of all songs; see `MusicOrdering`.
    static let orderIndexes = orderIndexes17.filter { $0.name != musicByAlbum18.name } + [musicByAlbum18]

    private static let musicByAlbum18 = SQLIndex(
        "music_by_album",
        on: """
            music(album_key, album_artist_key, edition, disc, track, title_key, title_order, id, explicit, sources, bookmarked)
            """)

    /// The indexes of albums, created after the table is filled.
    static let albumIndexes = albumIndexes18 + lateIndexes19

    /// The indexes of albums of version 18, and those of songs by which `AlbumTable` and searches
    /// find what albums do not list: genres of songs without an album's name, and artists of albums that songs do not
    /// show.
    private static let albumIndexes18 = [
        SQLIndex(
            "music_genre_without_album",
            on: "music(genre, album, explicit) WHERE album_key = char(0x10FFFF) AND genre IS NOT NULL"),
        SQLIndex(
            "music_by_other_album_artist",
            on: "music(album_artist) WHERE album_artist <> '' AND album_artist <> artist"),
        SQLIndex("album_id", on: "album(id)"),
        SQLIndex("album_by_name", on: "album(name_key, artist_key, id, allowed)"),
        SQLIndex("album_by_artist", on: "album(artist_key, released DESC, name_key, id, allowed)"),
        SQLIndex("album_by_newest", on: "album(released DESC, name_key, artist_key, id, allowed)"),
        SQLIndex("album_by_added", on: "album(added DESC, name_key, artist_key, id, allowed)"),
    ]

    /// Each ends with the columns that filters need, so that it covers them. That of artists also covers counting
    /// names.
    private static let orderIndexes17 = [
        SQLIndex("music_by_title", on: "music(title_key, title_order, id, explicit, sources, bookmarked)"),
        SQLIndex(
            "music_by_artist",
            on: "music(artist_key, title_key, title_order, id, explicit, sources, bookmarked, artist)"),
        SQLIndex(
            "music_by_album",
            on: """
                music(album_key, album_artist_key, disc, track, title_key, title_order, id, explicit, sources, bookmarked)
                """),
        SQLIndex(
            "music_by_popular",
            on: "music(popularity DESC, title_key, title_order, id, explicit, sources, bookmarked)"),
        SQLIndex(
            "music_by_newest", on: "music(released DESC, title_key, title_order, id, explicit, sources, bookmarked)"),
        SQLIndex("music_by_added", on: "music(added DESC, title_key, title_order, id, explicit, sources, bookmarked)"),
    ]

    /// The indexes that list the bookmarked songs in each order.
    static let bookmarkIndexes = orderIndexes.map { $0.name.replacing("music_by", with: "bookmarked_by") }

    /// Created after the first import of playlists; see `SQLitePlaylistSyncSession`.
    static let entryRecord = SQLIndex("playlist_entry_record", on: "playlist_entry(record, playlist)")

    /// The row of the song that a column identifies by the id of a record, or by its own id if no record has that.
    static func row(of song: String) -> String {
        "coalesce((SELECT row FROM record WHERE id = \(song)), (SELECT row FROM music WHERE id = \(song)))"
    }

    /// A condition on rows of music: several sources provide them.
    static let isShared = "sources & (sources - 1) <> 0"
}

/// An index, and the statement that creates it unless it exists.
package struct SQLIndex: Sendable {
    let name: String
    let sql: String

    /// `columns` is the table with its columns: `music(id)`.
    package init(_ name: String, on columns: String, isUnique: Bool = false) {
        self.name = name
        sql = "CREATE \(isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(name) ON \(columns)"
    }
}

extension SearchText {
    /// The text for the index. Two line breaks at its end let each of its characters begin a trigram.
    var indexed: String { text + "\n\n" }
}
