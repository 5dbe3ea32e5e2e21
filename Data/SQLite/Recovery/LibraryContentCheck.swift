import FermataDomain
import GRDB

/// Compares the rows of a library with each other, in files that SQLite itself finds intact.
enum LibraryContentCheck {
    static func findings(in db: Database) throws -> Set<LibraryFinding> {
        try musicFindings(in: db).union(toDoFindings(in: db)).union(playlistFindings(in: db)).union(references(in: db))
    }

    /// Compares music and its single artists with their sort keys.
    private static func musicFindings(in db: Database) throws -> Set<LibraryFinding> {
        let altered = try alteredSongs(in: db).union(songsOfAlteredArtists(in: db))
        return altered.isEmpty ? [] : [.text(.music, altered.count)]
    }

    /// The rows of songs that do not match their sort keys.
    private static func alteredSongs(in db: Database) throws -> Set<Int64> {
        let columns = try db.columns(in: "music").map(\.name)
        let hasOrder = columns.contains(TitleOrder.column)
        let albumArtist =
            columns.contains("album_artist")
            ? "album_artist, album_artist_key" : "'' AS album_artist, artist_key AS album_artist_key"
        let rows = try RawStatement(
            db,
            """
            SELECT row, title, artist, album, title_key, artist_key, album_key,
                    \(hasOrder ? TitleOrder.column : "NULL") AS title_order,
                    \(albumArtist)
                FROM music
            """)
        var altered: Set<Int64> = []
        while try rows.step() {
            let (title, artist) = (rows.text("title"), rows.text("artist"))
            let albumArtist = AlbumArtist.name(rows.text("album_artist"), ofSongBy: artist)
            let keys = [title, artist, rows.text("album"), albumArtist].map { SortKey($0).text }
            let isOrdered = rows.blob("title_order") == TitleOrder.bytes(title: title, key: keys[0]) || !hasOrder
            let storedKeys = [
                rows.text("title_key"), rows.text("artist_key"), rows.text("album_key"), rows.text("album_artist_key"),
            ]
            if keys != storedKeys || !isOrdered { altered.insert(rows.integer("row")) }
        }
        return altered
    }

    /// The rows of songs with single artists that do not match their sort keys.
    private static func songsOfAlteredArtists(in db: Database) throws -> Set<Int64> {
        guard try db.tableExists("music_artist") else { return [] }
        let rows = try RawStatement(db, "SELECT row, artist, artist_key FROM music_artist")
        var altered: Set<Int64> = []
        while try rows.step() {
            if SortKey(rows.text("artist")).text != rows.text("artist_key") { altered.insert(rows.integer("row")) }
        }
        return altered
    }

    /// Compares to-dos with the fingerprints by which duplicates are found.
    private static func toDoFindings(in db: Database) throws -> Set<LibraryFinding> {
        guard try db.tableExists("todo") else { return [] }
        let rows = try RawStatement(db, "SELECT * FROM todo")
        var altered = 0
        while try rows.step() {
            if ToDoRow.toDo(rows).item.fingerprint != rows.integer("fingerprint") { altered += 1 }
        }
        return altered > 0 ? [.text(.toDos, altered)] : []
    }

    private static func playlistFindings(in db: Database) throws -> Set<LibraryFinding> {
        let rows = try RawStatement(db, "SELECT name, name_key FROM playlist")
        var altered = 0
        while try rows.step() {
            if SortKey(rows.text("name")).text != rows.text("name_key") { altered += 1 }
        }
        return altered > 0 ? [.text(.playlists, altered)] : []
    }

    private static func references(in db: Database) throws -> Set<LibraryFinding> {
        let isSourceMissing = "source NOT IN (SELECT id FROM source UNION SELECT \(SourceMask.unknownSource))"
        var missing: [(LibraryContent, String)] = [
            (.music, "record WHERE row NOT IN (SELECT row FROM music) OR \(isSourceMissing)"),
            (.playlists, "playlist WHERE \(isSourceMissing)"),
            (.playlistEntries, "playlist_entry WHERE playlist NOT IN (SELECT row FROM playlist)"),
        ]
        if try db.tableExists("lyrics") {
            missing.append((.music, "lyrics LEFT JOIN music USING (row) WHERE music.id IS NOT lyrics.music"))
        }
        if try db.tableExists("recording") {
            let recordings = "recording LEFT JOIN record ON record.id = recording.record"
            missing.append((.music, "\(recordings) WHERE record.row IS NOT recording.row"))
            missing.append((.music, "merged_record WHERE id NOT IN (SELECT id FROM record)"))
            missing.append((.music, "star WHERE record NOT IN (SELECT id FROM record)"))
        }
        if try db.tableExists("music_artist") {
            missing.append((.music, "music_artist WHERE row NOT IN (SELECT row FROM music)"))
        }
        var counts: [LibraryContent: Int] = [:]
        for (content, rows) in missing {
            counts[content, default: 0] += try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0
        }
        return Set(counts.filter { $0.value > 0 }.map { .references($0.key, $0.value) })
    }
}
