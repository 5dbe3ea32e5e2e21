import FermataDomain
import Foundation
import GRDB

/// The table `music` and its search index: writes rows of songs with their lyrics, single artists and search text.
final class MusicTable {
    /// A condition that a row is like another recording, as `SongMerging.isAlike` decides; `other` precedes the names
    /// of the other recording's values.
    ///
    /// Compares names without letters or digits, such as `!!!`, by their text, because their sort keys are empty.
    static func isSameRecording(as other: String = ":") -> String {
        """
        artist_key = \(other)artist_key AND title_key = \(other)title_key AND album_key = \(other)album_key
        AND (title_key <> char(0x10FFFF) OR title = \(other)title)
        AND (artist_key <> char(0x10FFFF) OR artist = \(other)artist)
        AND (album_key <> char(0x10FFFF) OR album = \(other)album)
        AND abs(duration - \(other)duration) <= \(SongMerging.durationTolerance)
        """
    }

    private let db: Database
    private let now: Date
    private let insertMusic: RawStatement
    private let updateMusic: [(columns: [MusicColumn], statement: RawStatement)]
    /// Nil during an initial import, at whose end all albums are derived.
    private let albums: AlbumChanges?
    private let primarySource: RawStatement
    private let lyrics: LyricsTable
    private let artists: MusicArtistTable
    private let insertText: RawStatement
    private let updateText: RawStatement
    private let findByID: RawStatement
    private let findSame: RawStatement
    private let findUnlike: RawStatement
    private let joinSource: RawStatement
    private let setExplicit: RawStatement
    private let setAudio: RawStatement

    init(_ db: Database, sourceMask: Int64, now: Date, isInitialImport: Bool = false) throws {
        (self.db, self.now) = (db, now)
        albums = isInitialImport ? nil : try AlbumChanges(db)
        let names = ["id", "sources", "added", "bookmarked", "rating"] + MusicColumn.all.map { "\($0.name)" }
        let values = names.map { ":\($0)" }.joined(separator: ", ")
        insertMusic = try RawStatement(
            db, "INSERT INTO music(\(names.joined(separator: ", "))) VALUES (\(values))",
            ["sources": .integer(sourceMask)])
        updateMusic = try MusicColumn.groups.map { ($0, try RawStatement(db, Self.update(of: $0))) }
        // The primary source of a row has the lowest mask; it provides the row's values.
        primarySource = try RawStatement(
            db, "SELECT 1 FROM music WHERE row = :row AND sources & -sources = \(sourceMask)")
        lyrics = try LyricsTable(db)
        artists = try MusicArtistTable(db)
        insertText = try RawStatement(db, "INSERT INTO music_search(rowid, text) VALUES (:row, :text)")
        updateText = try RawStatement(db, "UPDATE music_search SET text = :text WHERE rowid = :row AND text <> :text")
        findByID = try RawStatement(db, "SELECT row FROM music WHERE id = :id")
        findSame = try RawStatement(
            db,
            """
            SELECT row FROM music WHERE artist <> '' AND sources & \(sourceMask) = 0 AND \(Self.isSameRecording())
                AND \(RecordingTable.isPossible) LIMIT 1
            """)
        findUnlike = try RawStatement(
            db,
            """
            SELECT 1 FROM music
                WHERE row = :row AND sources & ~\(sourceMask) <> 0 AND NOT (\(Self.isSameRecording()))
            """)
        joinSource = try RawStatement(db, Self.join(sourceMask, to: ":row"))
        let explicit = MusicRow.stored(.explicit)
        setExplicit = try RawStatement(
            db, "UPDATE music SET explicit = \(explicit) WHERE row = :row AND explicit <> \(explicit)")
        setAudio = try RawStatement(
            db, "UPDATE music SET audio = :audio WHERE row = :row AND audio IS NOT :audio")
    }

    /// The row of the music with an id.
    func row(withID id: MusicID) throws -> Int64? {
        try findByID.bind(["id": .integer(id.stored)]).first { $0.integer("row") }
    }

    /// The row of another source's music with the same texts and duration, unless the recordings' ids differ.
    func row(like record: ParsedRecord) throws -> Int64? {
        bindRecording(record, to: findSame)
        return try findSame.bind(["recording": MusicBrainzID.stored(record.music.recording)]).first {
            $0.integer("row")
        }
    }

    /// Whether a record has the texts and the duration of a row that other sources share, or none shares it.
    func isAlike(_ record: ParsedRecord, othersOf row: Int64) throws -> Bool {
        bindRecording(record, to: findUnlike)
        return try !findUnlike.bind(["row": .integer(row)]).hasRow()
    }

    func insert(_ record: ParsedRecord, isBookmarked: Bool, rating: Rating?) throws -> Int64 {
        insertMusic.bind([
            "id": .integer(record.id.stored), "bookmarked": .integer(isBookmarked ? 1 : 0),
            "rating": SQLValue(rating?.rawValue),
            "added": .integer(Int64((record.music.added ?? now).timeIntervalSince1970)),
        ])
        for column in MusicColumn.all { insertMusic.bind(column.value(record), to: column.name) }
        try insertMusic.run()
        let row = db.lastInsertedRowID
        try albums?.mark(record)
        try lyrics.insert(record.music.lyrics, row: row, id: record.id.stored)
        try artists.insert(record.music, row: row)
        try insertText.bind(["row": .integer(row), "text": .text(record.searchText)]).run()
        return row
    }

    /// Updates the changed values of a row, and returns whether any has changed.
    ///
    /// A source other than the primary one can only mark the row explicit, add single artists, and provide a file on
    /// this computer.
    @discardableResult
    func update(row: Int64, to record: ParsedRecord) throws -> Bool {
        primarySource.bind(["row": .integer(row)])
        guard try primarySource.hasRow() else { return try supplement(row: row, with: record) }
        // The index reads the old text from the names, so it is updated before them.
        try updateText.bind(["row": .integer(row), "text": .text(record.searchText)]).run()
        // A source with keys provides lyrics on request; those that it has provided stay.
        let keepsLyrics = record.music.lyrics.isEmpty && record.music.needsKey
        var isChanged = try !keepsLyrics && lyrics.update(row: row, to: record.music.lyrics)
        let album = try albums?.album(ofRow: row)
        for (columns, update) in updateMusic {
            update.bind(["row": .integer(row)])
            for column in columns { update.bind(column.value(record), to: column.name) }
            if try update.run() { isChanged = true }
        }
        if isChanged {
            try album.map { try albums?.mark($0) }
            try albums?.mark(record)
        }
        if try artists.update(row: row, to: record.music) { isChanged = true }
        return isChanged
    }

    private func supplement(row: Int64, with record: ParsedRecord) throws -> Bool {
        let isExplicit = record.music.explicit == .explicit
        var isChanged = try isExplicit && setExplicit.bind(["row": .integer(row)]).run()
        if isChanged { try albums?.mark(row: row) }
        if let audio = record.music.audioURL, audio.isLocalAddress {
            if try setAudio.bind(["row": .integer(row), "audio": .text(audio)]).run() { isChanged = true }
        }
        if try artists.update(row: row, to: record.music) { isChanged = true }
        return isChanged
    }

    /// An `UPDATE` that runs only if a column differs.
    private static func update(of columns: [MusicColumn]) -> String {
        let values = columns.map { ("\($0.name)", value(of: "\($0.name)")) }
        let changes = values.map { "\($0) = \($1)" }.joined(separator: ", ")
        let differences = values.map { "\($0) IS NOT \($1)" }.joined(separator: " OR ")
        return "UPDATE music SET \(changes) WHERE row = :row AND (\(differences))"
    }

    /// While several sources share the row, it stays explicit if any marks it so, and a file on this computer stays its
    /// audio.
    private static func value(of column: String) -> String {
        let isShared = LibrarySchema.isShared
        let explicit = MusicRow.stored(.explicit)
        return switch column {
        case "explicit": "CASE WHEN explicit = \(explicit) AND \(isShared) THEN \(explicit) ELSE :explicit END"
        case "audio":
            """
            CASE WHEN audio GLOB 'file:*' AND ifnull(:audio, '') NOT GLOB 'file:*' AND \(isShared) THEN audio ELSE :audio END
            """
        default: ":\(column)"
        }
    }

    /// The value of `audio` after a source has left the row. A file of a folder that has left does not stay.
    private static func audio(without source: Int64) -> String {
        """
        CASE WHEN audio GLOB 'file:*' AND (SELECT traits & \(SourceTraits.localAudio.rawValue) FROM source \
        WHERE id = \(source)) THEN NULL ELSE audio END
        """
    }

    /// Statements that delete rows of music and what belongs to them; `rows` is a list or a `SELECT`.
    static func deletion(of rows: String) -> String {
        // The index reads the texts from the names, so it is updated before them.
        """
        \(AlbumChanges.mark(rows: rows));
        DELETE FROM music_search WHERE rowid IN (\(rows));
        \(LyricsTable.deletion(of: rows));
        DELETE FROM music_artist WHERE row IN (\(rows));
        DELETE FROM music WHERE row IN (\(rows))
        """
    }

    /// A statement that adds sources to those of rows.
    static func join(_ mask: Int64, to rows: String) -> String {
        "UPDATE music SET sources = sources | \(mask) WHERE row IN (\(rows))"
    }

    /// A statement that removes a source from those of rows.
    static func leave(_ source: Int64, rows: String) -> String {
        """
        UPDATE music SET sources = sources & ~\(SourceMask.mask(of: source)), audio = \(audio(without: source))
            WHERE row IN (\(rows))
        """
    }

    /// A statement that makes a source the only one of a row.
    static func keepOnly(_ source: Int64, of row: Int64) -> String {
        "UPDATE music SET sources = \(SourceMask.mask(of: source)) WHERE row = \(row)"
    }

    /// A statement that gives songs the ids and times of addition in the columns `former` and `added` of a table of
    /// rows.
    static func renewal(from table: String) -> String {
        """
        \(AlbumChanges.mark(rows: "SELECT row FROM \(table)"));
        UPDATE music SET id = renewed.former, added = renewed.added
            FROM \(table) AS renewed WHERE renewed.row = music.row
        """
    }

    /// A statement that sets the editions of songs that differ from `:edition`; `condition` selects the songs.
    static func setEdition(where condition: String) -> String {
        "UPDATE music SET edition = :edition WHERE (\(condition)) AND edition IS NOT :edition"
    }

    /// Statements that remove songs with ids of others from a repaired library, and restore values.
    static let repair = """
        DELETE FROM music WHERE row NOT IN (SELECT min(row) FROM music GROUP BY id);
        DELETE FROM music_artist WHERE row NOT IN (SELECT row FROM music);
        UPDATE music SET bookmarked = 1 WHERE bookmarked NOT IN (0, 1);
        UPDATE music SET rating = NULL WHERE rating NOT BETWEEN 1 AND 5;
        """

    /// Statements that restore the sources of songs in a repaired library from its records.
    static let repairSources = """
        UPDATE music SET sources = 0 WHERE sources <> 0 AND row NOT IN (SELECT row FROM record);
        UPDATE music SET sources = found.mask
            FROM (SELECT row, sum(DISTINCT iif(source < 0, 0, 1 << source)) AS mask FROM record GROUP BY row) AS found
            WHERE music.row = found.row AND sources <> found.mask;
        """

    /// Adds the source to the sources of a row.
    func join(row: Int64) throws {
        try joinSource.bind(["row": .integer(row)]).run()
    }

    /// Binds the values that identify a recording.
    private func bindRecording(_ record: ParsedRecord, to statement: RawStatement) {
        statement.bind([
            "artist_key": .text(record.artist.text), "title_key": .text(record.title.text),
            "album_key": .text(record.album.text), "duration": .integer(record.music.duration.components.seconds),
            "title": .text(record.music.title), "artist": .text(record.music.artist),
            "album": .text(record.music.album),
        ])
    }
}

/// A column of the `music` table that a record provides.
private struct MusicColumn: Sendable {
    let name: StaticString
    let value: @Sendable (ParsedRecord) -> SQLValue

    /// Columns by index: an update rewrites only the indexes whose columns have changed.
    static let groups = [
        [
            MusicColumn(name: "explicit") { .integer(MusicRow.stored($0.music.explicit)) },
            MusicColumn(name: "title_key") { .text($0.title.text) },
            MusicColumn(name: "title") { .text($0.music.title) },
            MusicColumn(name: "title_order") { .blob($0.titleOrder) },
        ],
        [
            MusicColumn(name: "artist_key") { .text($0.artist.text) },
            MusicColumn(name: "artist") { .text($0.music.artist) },
        ],
        [
            MusicColumn(name: "album_key") { .text($0.album.text) },
            MusicColumn(name: "album_artist_key") { .text($0.albumArtist.text) },
            MusicColumn(name: "disc") { SQLValue($0.music.disc) },
            MusicColumn(name: "track") { SQLValue($0.music.track) },
        ],
        [MusicColumn(name: "popularity") { SQLValue($0.music.popularity) }],
        [MusicColumn(name: "released") { SQLValue($0.music.released?.stored) }],
        [
            MusicColumn(name: "album") { .text($0.music.album) },
            MusicColumn(name: "album_artist") { .text($0.music.albumArtist) },
            MusicColumn(name: "duration") { .integer($0.music.duration.components.seconds) },
            MusicColumn(name: "genre") { SQLValue($0.music.genre) },
            MusicColumn(name: "artwork") { SQLValue($0.music.artworkURL) },
            MusicColumn(name: "audio") { SQLValue($0.music.audioURL) },
            MusicColumn(name: "release") { MusicBrainzID.stored($0.music.release) },
        ],
    ]
    static let all = groups.flatMap { $0 }
}

/// The table `music_artist`: the single artists of songs that have several; any other song has no row.
final class MusicArtistTable {
    private let find: RawStatement
    private let findSong: RawStatement
    private let insert: RawStatement
    private let remove: RawStatement
    private var isEmpty: Bool

    init(_ db: Database) throws {
        find = try RawStatement(db, "SELECT artist FROM music_artist WHERE row = :row")
        findSong = try RawStatement(
            db, "SELECT artist, \(LibrarySchema.isShared) AS isShared FROM music WHERE row = :row")
        insert = try RawStatement(
            db, "INSERT OR IGNORE INTO music_artist(artist_key, row, artist) VALUES (:artist_key, :row, :artist)")
        remove = try RawStatement(db, "DELETE FROM music_artist WHERE row = :row")
        isEmpty = try db.isEmpty("music_artist")
    }

    /// A statement that adds the artists of rows that are merged with others; `merged` has both as `row` and `other`.
    static func merge(_ merged: String) -> String {
        """
        INSERT OR IGNORE INTO music_artist(artist_key, row, artist)
            SELECT single.artist_key, merged.row, single.artist
                FROM \(merged) AS merged JOIN music_artist AS single ON single.row = merged.other
                    JOIN music ON music.row = merged.row
                WHERE single.artist <> music.artist
        """
    }

    /// Writes the artists of a new row.
    func insert(_ music: RemoteMusic, row: Int64) throws {
        if music.artists.isEmpty { return }
        try insert(SingleArtists.union(music.artists, besides: music.artist), row: row)
    }

    private func insert(_ artists: [String], row: Int64) throws {
        for artist in artists {
            try insert.bind([
                "artist_key": .text(SortKey(artist).text), "row": .integer(row), "artist": .text(artist),
            ]).run()
            isEmpty = false
        }
    }

    /// Replaces the artists of a row, and returns whether they have changed.
    func update(row: Int64, to music: RemoteMusic) throws -> Bool {
        if isEmpty, music.artists.isEmpty { return false }
        let stored = try find.bind(["row": .integer(row)]).all { $0.text("artist") }
        if stored.isEmpty, music.artists.isEmpty { return false }
        findSong.bind(["row": .integer(row)])
        let song = try findSong.first { (artist: $0.text("artist"), isShared: $0.integer("isShared") != 0) }
        guard let song else { return false }
        let names = SingleArtists.names(
            music.artists, besides: song.artist, stored: stored, isShared: song.isShared)
        if Set(names) == Set(stored) { return false }
        try remove.bind(["row": .integer(row)]).run()
        try insert(names, row: row)
        return true
    }
}

typealias BookmarkWriter = AnnotationWriter<Bool>
typealias RatingWriter = AnnotationWriter<Rating?>

/// Sets the annotations of songs. The songs' sources follow in the same transaction; see `StarTable`.
final class AnnotationWriter<Value: StoredAnnotation> {
    private let db: Database
    private let hasStars: RawStatement
    private let stars: RawStatement
    private let times: RawStatement?
    private let music: RawStatement

    /// `rows` is a list of rows of music or a `SELECT` of them, with parameters that `set` binds.
    init(_ db: Database, rows: String = ":row") throws {
        self.db = db
        hasStars = try RawStatement(db, "SELECT 1 FROM star LIMIT 1")
        stars = try RawStatement(db, StarTable.change(Value.columns, of: rows))
        times = try Value.hasTimes ? RawStatement(db, BookmarkTimeTable.deletion(rows: rows)) : nil
        music = try RawStatement(
            db,
            "UPDATE music SET \(Value.columns.setValue) WHERE row IN (\(rows)) AND \(Value.columns.value) <> :value")
    }

    /// Returns the number of songs whose annotation has changed.
    @discardableResult
    func set(_ value: Value, _ values: KeyValuePairs<StaticString, SQLValue> = [:]) throws -> Int {
        if value == .empty { try times?.bind(values).run() }
        // Most libraries have no source that stores stars.
        for statement in try hasStars.hasRow() ? [stars, music] : [music] {
            statement.bind(values)
            statement.bind(["value": .integer(value.stored)])
            try statement.run()
        }
        return db.changesCount
    }

    /// Returns whether the annotation of a row has changed.
    @discardableResult
    func set(_ value: Value, row: Int64) throws -> Bool { try set(value, ["row": .integer(row)]) > 0 }
}

extension RatingWriter {
    /// Rates songs; `songs` selects each as `row` and `rating`, which is null to remove a rating.
    static func set(from songs: String, in db: Database) throws {
        for rating in [nil] + Rating.allCases.map(Optional.some) {
            let value = rating.map { "\($0.rawValue)" } ?? "NULL"
            try RatingWriter(db, rows: "SELECT found.row FROM (\(songs)) AS found WHERE found.rating IS \(value)").set(
                rating)
        }
    }
}

/// Stores the number of plays and the last play of each song in its row, for sorted lists.
final class PlayCounts {
    /// The plays of a row: those of its records, and those of the row's own id if no record has that.
    private static let plays = """
        SELECT nullif(count(*), 0), max(started) FROM play WHERE song IN (
            SELECT id FROM record WHERE record.row = music.row
            UNION SELECT music.id WHERE NOT EXISTS (SELECT 1 FROM record WHERE record.id = music.id))
        """
    private let count: RawStatement
    private let albums: AlbumChanges
    private let hasPlays: Bool

    init(_ db: Database) throws {
        albums = try AlbumChanges(db)
        hasPlays = try !db.isEmpty("play")
        count = try RawStatement(db, "UPDATE music SET (plays, played) = (\(Self.plays)) WHERE row = :row")
    }

    /// Counts the plays of a row whose records have changed. O(n log n) for n plays of the row.
    func update(row: Int64) throws {
        guard hasPlays else { return }
        try albums.mark(row: row)
        try count.bind(["row": .integer(row)]).run()
    }

    /// Adds a play of a song, which is identified by the id of a record. The time is in seconds since 1970.
    static func add(_ song: Int64, started: Int64, in db: Database) throws {
        let row = LibrarySchema.row(of: ":song")
        try RawStatement(db, AlbumChanges.mark(rows: row), ["song": .integer(song)]).run()
        try RawStatement(
            db,
            """
            UPDATE music SET plays = coalesce(plays, 0) + 1, played = max(coalesce(played, :started), :started)
                WHERE row = \(row)
            """,
            ["song": .integer(song), "started": .integer(started)]
        ).run()
    }

    /// Counts all plays. Needs the indexes of ids. O(n log n) for n plays.
    static func restore(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE music SET plays = NULL, played = NULL WHERE played IS NOT NULL;
                UPDATE music SET (plays, played) = (\(plays)) WHERE row IN (
                    SELECT \(LibrarySchema.row(of: "song")) FROM (SELECT DISTINCT song FROM play));
                """)
    }
}
