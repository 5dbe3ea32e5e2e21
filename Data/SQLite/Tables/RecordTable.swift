import FermataDomain
import GRDB

/// The table `record`: the records of sources, each with its song.
enum RecordTable {
    /// Adds a record with `:id`, `:fingerprint` and `:row`.
    static func insertion(source: Int64) -> String {
        "INSERT INTO record(id, source, fingerprint, row) VALUES (:id, \(source), :fingerprint, :row)"
    }

    static let setFingerprint = "UPDATE record SET fingerprint = :fingerprint WHERE id = :id"

    /// Gives a record whose source a repair could not read to a source.
    static func setSource(_ source: Int64, of id: MusicID, in db: Database) throws {
        try db.execute(sql: "UPDATE record SET source = \(source) WHERE id = \(id.stored)")
    }

    /// A statement that makes the next syncs read records, even if they are unchanged.
    static func forgetFingerprints(where condition: String) -> String {
        "UPDATE record SET fingerprint = NULL WHERE \(condition)"
    }

    /// Statements that move the records of rows to others; `merged` has both as `other` and `row`.
    static func merge(_ merged: String) -> String {
        """
        UPDATE record SET fingerprint = NULL, row = (SELECT merged.row FROM \(merged) AS merged WHERE other = record.row)
            WHERE row IN (SELECT other FROM \(merged));
        \(StarTable.join(of: "SELECT id FROM record WHERE fingerprint IS NULL AND row IN (SELECT row FROM \(merged))"));
        UPDATE recording SET row = (SELECT row FROM record WHERE record.id = recording.record)
            WHERE record IN (SELECT id FROM record WHERE row IN (SELECT row FROM \(merged)))
        """
    }

    /// Statements that delete records and what belongs to them; `ids` is a list or a `SELECT`.
    static func deletion(of ids: String) -> String {
        "\(StarTable.deletion(of: ids)); \(deletionWithoutStars(of: ids))"
    }

    /// Statements that delete records whose stars stay, because they get other rows at once.
    static func deletionWithoutStars(of ids: String) -> String {
        """
        DELETE FROM recording WHERE record IN (\(ids));
        \(MergedRecordTable.deletion(of: ids));
        DELETE FROM record WHERE id IN (\(ids))
        """
    }

    /// Statements that restore the references of a repaired library, and make the next syncs read all records.
    static let repair = """
        DELETE FROM record WHERE row NOT IN (SELECT row FROM music)
            OR rowid NOT IN (SELECT min(rowid) FROM record GROUP BY id);
        UPDATE record SET fingerprint = NULL;
        DELETE FROM recording WHERE (record, row) NOT IN (SELECT id, row FROM record);
        DELETE FROM merged_record WHERE id NOT IN (SELECT id FROM record);
        UPDATE record SET source = \(SourceMask.unknownSource) WHERE source NOT IN (SELECT id FROM source);
        """
}

/// A record with its keys, ready to be written.
struct ParsedRecord: Sendable {
    let id: MusicID
    let position: Int
    let fingerprint: Int64
    let music: RemoteMusic
    let title: SortKey
    let titleOrder: [UInt8]
    let artist: SortKey
    let album: SortKey
    /// The key of `AlbumArtist`.
    let albumArtist: SortKey
    /// The text for the search index.
    let searchText: String

    /// Throws `RejectedRecord` if the record is invalid.
    init(_ record: RemoteRecord, source: String) throws {
        music = try record.read()
        id = MusicID(source: source, key: music.key)
        position = record.position
        fingerprint = Int64(bitPattern: record.fingerprint)
        title = SortKey(music.title)
        titleOrder = TitleOrder.bytes(title: music.title, key: title.text)
        artist = SortKey(music.artist)
        album = SortKey(music.album)
        let albumArtist = AlbumArtist.name(music.albumArtist, ofSongBy: music.artist)
        self.albumArtist = albumArtist == music.artist ? artist : SortKey(albumArtist)
        searchText = SearchText(title: music.title, artist: music.artist, album: music.album).indexed
    }
}

/// The table `recording`: the MusicBrainz ids of records; a record without one has no row.
///
/// The ids of all records of a song are equal.
final class RecordingTable {
    /// A condition on rows of music: none of their records has an id other than `:recording`, which may be NULL.
    static let isPossible = """
        (:recording IS NULL OR NOT EXISTS (SELECT 1 FROM record JOIN recording ON recording.record = record.id
            WHERE record.row = music.row AND recording.id <> :recording))
        """

    /// A condition that records of two rows of music, such as `target.row`, have different ids.
    static func isDifferent(_ row: String, from other: String) -> String {
        """
        EXISTS (
            SELECT 1 FROM record AS a JOIN recording AS x ON x.record = a.id,
                    record AS b JOIN recording AS y ON y.record = b.id
                WHERE a.row = \(row) AND b.row = \(other) AND x.id <> y.id)
        """
    }

    private let find: RawStatement
    private let compare: RawStatement
    private let findLost: RawStatement
    private let insert: RawStatement
    private let remove: RawStatement
    private var isEmpty: Bool

    init(_ db: Database, sourceMask: Int64) throws {
        find = try RawStatement(
            db,
            """
            SELECT music.row FROM recording JOIN music USING (row)
                WHERE recording.id = :recording AND sources & \(sourceMask) = 0
                ORDER BY album_key = :album_key DESC, title_key = :title_key DESC, abs(duration - :duration), music.row
                LIMIT 1
            """)
        compare = try RawStatement(
            db,
            """
            SELECT min(recording.id = :recording) AS isEqual FROM record JOIN recording ON recording.record = record.id
                WHERE record.row = :row AND record.id <> :record
            """)
        findLost = try RawStatement(db, "SELECT 1 FROM recording WHERE record = :record AND id IS NOT :recording")
        insert = try RawStatement(
            db,
            """
            INSERT INTO recording(record, id, row) VALUES (:record, :recording, :row)
                ON CONFLICT (record) DO UPDATE SET id = excluded.id, row = excluded.row
            """)
        remove = try RawStatement(db, "DELETE FROM recording WHERE record = :record")
        isEmpty = try db.isEmpty("recording")
    }

    /// The row of other sources' music with the record's id; of several, the one whose texts are most similar.
    func row(of record: ParsedRecord) throws -> Int64? {
        guard !isEmpty, let id = record.music.recording else { return nil }
        find.bind([
            "recording": .blob(id.stored), "album_key": .text(record.album.text), "title_key": .text(record.title.text),
            "duration": .integer(record.music.duration.components.seconds),
        ])
        return try find.first { $0.integer("row") }
    }

    /// Whether the other records of a row have the record's id; nil if ids do not decide.
    func isSame(_ record: ParsedRecord, asOthersOf row: Int64) throws -> Bool? {
        guard !isEmpty, let id = record.music.recording else { return nil }
        compare.bind(["recording": .blob(id.stored), "row": .integer(row), "record": .integer(record.id.stored)])
        return try compare.first { $0.optionalInteger("isEqual") }.flatMap { $0 }.map { $0 != 0 }
    }

    /// Whether a record had another id before.
    func hasLostID(_ record: ParsedRecord) throws -> Bool {
        guard !isEmpty else { return false }
        findLost.bind(["record": .integer(record.id.stored), "recording": MusicBrainzID.stored(record.music.recording)])
        return try findLost.hasRow()
    }

    /// Stores or removes the id of a record.
    func set(_ record: ParsedRecord, row: Int64) throws {
        if let id = record.music.recording {
            try insert.bind([
                "record": .integer(record.id.stored), "recording": .blob(id.stored), "row": .integer(row),
            ]).run()
            isEmpty = false
        } else if !isEmpty {
            try remove.bind(["record": .integer(record.id.stored)]).run()
        }
    }
}

extension MusicBrainzID {
    var stored: [UInt8] { (0..<Self.size).map { bytes[$0] } }

    /// The id that a column stores; nil for other bytes.
    init?(stored bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.init(SIMD16(bytes))
    }

    /// The value of a parameter.
    static func stored(_ id: MusicBrainzID?) -> SQLValue { id.map { .blob($0.stored) } ?? .null }
}

/// The table `merged_record`: each source's values of the songs that several sources provide.
///
/// The row of any other song has the values of its only source.
final class MergedRecordTable {
    private let copy: RawStatement
    private let insert: RawStatement
    private let hasManySources: Bool

    init(_ db: Database) throws {
        hasManySources = try Int.fetchOne(db, sql: "SELECT count(*) FROM source") ?? 0 > 1
        copy = try RawStatement(
            db,
            """
            INSERT OR IGNORE INTO merged_record(id, title, artist, album, duration, explicit, audio)
                SELECT record.id, title, artist, album, duration, explicit, audio FROM music JOIN record USING (row)
                    WHERE music.row = :row AND NOT (\(LibrarySchema.isShared))
            """)
        insert = try RawStatement(
            db,
            """
            INSERT OR REPLACE INTO merged_record(id, title, artist, album, duration, explicit, audio)
                SELECT :id, :title, :artist, :album, :duration, :explicit, :audio FROM music
                    WHERE row = :row AND \(LibrarySchema.isShared)
            """)
    }

    /// Stores the values of a row's only source, before another source joins it.
    func copy(row: Int64) throws {
        try copy.bind(["row": .integer(row)]).run()
    }

    /// Stores a source's values, if other sources share the row.
    func set(_ record: ParsedRecord, row: Int64) throws {
        guard hasManySources else { return }
        try insert.bind([
            "id": .integer(record.id.stored), "title": .text(record.music.title), "artist": .text(record.music.artist),
            "album": .text(record.music.album), "duration": .integer(record.music.duration.components.seconds),
            "explicit": .integer(MusicRow.stored(record.music.explicit)), "audio": SQLValue(record.music.audioURL),
            "row": .integer(row),
        ]).run()
    }

    /// A statement that removes the values of records; `ids` is a list or a `SELECT`.
    static func deletion(of ids: String) -> String { "DELETE FROM merged_record WHERE id IN (\(ids))" }

    /// An SQL statement that removes the values of rows that fewer than two sources provide now.
    static func clean(rows: String) -> String {
        """
        DELETE FROM merged_record WHERE id IN (
            SELECT record.id FROM record JOIN music USING (row)
                WHERE music.row IN (\(rows)) AND NOT (\(LibrarySchema.isShared)));
        """
    }
}

/// The table `held_bookmark`: the bookmarks of songs that the library does not contain.
enum HeldBookmarkTable {
    /// A statement that stores bookmarks; `songs` selects each id by which a song may return, and the song's id.
    static func insertion(of songs: String) -> String { "INSERT OR IGNORE INTO held_bookmark(id, music) \(songs)" }

    /// Gives the time of the bookmark to the song that returns under `:id`.
    static let renaming = BookmarkTimeTable.renaming(":id", from: "SELECT music FROM held_bookmark WHERE id = :id")

    /// Removes the bookmark of the song that returns under `:id`.
    static let deletion = "DELETE FROM held_bookmark WHERE music = (SELECT music FROM held_bookmark WHERE id = :id)"
}

/// The table `held_rating`: the ratings of songs that the library does not contain.
enum HeldRatingTable {
    /// A statement that stores ratings; `songs` selects each id by which a song may return, the song's id, and the
    /// rating.
    static func insertion(of songs: String) -> String {
        "INSERT OR IGNORE INTO held_rating(id, music, rating) \(songs)"
    }

    /// Selects the rating of the song that returns under `:id`.
    static let selection = "SELECT rating FROM held_rating WHERE id = :id"

    /// Removes the rating of the song that returns under `:id`.
    static let deletion = "DELETE FROM held_rating WHERE music = (SELECT music FROM held_rating WHERE id = :id)"

    /// A statement that removes invalid ratings from a repaired library.
    static let repair = "DELETE FROM held_rating WHERE rating NOT BETWEEN 1 AND 5;"
}
