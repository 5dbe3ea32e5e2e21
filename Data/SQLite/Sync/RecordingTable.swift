import FermataDomain
import GRDB

/// Stores the MusicBrainz ids of records; a record without one has no row.
///
/// The ids of all records of a song are equal.
final class RecordingTable {
    /// A condition on rows of music: none of their records has an id other than `:recording`, which may be NULL.
    static let isPossible = """
        (:recording IS NULL OR NOT EXISTS (SELECT 1 FROM record JOIN recording ON recording.record = record.id
            WHERE record.row = music.row AND recording.id <> :recording))
        """

    private let db: Database
    private let find: RawStatement
    private let compare: RawStatement
    private let findLost: RawStatement
    private let insert: RawStatement
    private let remove: RawStatement
    private var isEmpty: Bool

    init(_ db: Database) throws {
        self.db = db
        find = try RawStatement(
            db,
            """
            SELECT music.row FROM recording JOIN music USING (row) WHERE recording.id = :recording AND sources & :source = 0
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
        isEmpty = try Row.fetchOne(db, sql: "SELECT 1 FROM recording LIMIT 1") == nil
    }

    /// The row of other sources' music with the record's id; of several, the one whose texts are most similar.
    func row(of record: ReadRecord, from sourceMask: Int64) throws -> Int64? {
        guard !isEmpty, let id = record.music.recording else { return nil }
        find.bind(.blob(id.stored), to: "recording")
        find.bind(sourceMask, to: "source")
        find.bind(record.album.text, to: "album_key")
        find.bind(record.title.text, to: "title_key")
        find.bind(record.music.duration.components.seconds, to: "duration")
        return try find.first { $0.integer("row") }
    }

    /// Whether the other records of a row have the record's id; nil if ids do not decide.
    func isSame(_ record: ReadRecord, asOthersOf row: Int64) throws -> Bool? {
        guard !isEmpty, let id = record.music.recording else { return nil }
        compare.bind(.blob(id.stored), to: "recording")
        compare.bind(row, to: "row")
        compare.bind(record.id.stored, to: "record")
        return try compare.first { $0.optionalInteger("isEqual") }.flatMap { $0 }.map { $0 != 0 }
    }

    /// Whether a record had another id before.
    func hasLostID(_ record: ReadRecord) throws -> Bool {
        guard !isEmpty else { return false }
        findLost.bind(record.id.stored, to: "record")
        findLost.bind(RecordingID.stored(record.music.recording), to: "recording")
        return try findLost.first { _ in true } != nil
    }

    /// Stores or removes the id of a record.
    func set(_ record: ReadRecord, row: Int64) throws {
        if let id = record.music.recording {
            insert.bind(record.id.stored, to: "record")
            insert.bind(.blob(id.stored), to: "recording")
            insert.bind(row, to: "row")
            try insert.run()
            isEmpty = false
        } else if !isEmpty {
            remove.bind(record.id.stored, to: "record")
            try remove.run()
        }
    }
}

extension RecordingID {
    fileprivate var stored: [UInt8] { (0..<Self.size).map { bytes[$0] } }

    /// The value of a parameter.
    static func stored(_ id: RecordingID?) -> SQLValue { id.map { .blob($0.stored) } ?? .null }
}
