import FermataDomain
import GRDB

/// Stores each source's values of the songs that several sources provide.
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
                    WHERE music.row = :row AND NOT (\(RecordingSchema.isShared))
            """)
        insert = try RawStatement(
            db,
            """
            INSERT OR REPLACE INTO merged_record(id, title, artist, album, duration, explicit, audio)
                SELECT :id, :title, :artist, :album, :duration, :explicit, :audio FROM music
                    WHERE row = :row AND \(RecordingSchema.isShared)
            """)
    }

    /// Stores the values of a row's only source, before another source joins it.
    func copy(row: Int64) throws {
        copy.bind(row, to: "row")
        try copy.run()
    }

    /// Stores a source's values, if other sources share the row.
    func set(_ record: ReadRecord, row: Int64) throws {
        guard hasManySources else { return }
        insert.bind(record.id.stored, to: "id")
        insert.bind(record.music.title, to: "title")
        insert.bind(record.music.artist, to: "artist")
        insert.bind(record.music.album, to: "album")
        insert.bind(record.music.duration.components.seconds, to: "duration")
        insert.bind(MusicRow.stored(record.music.explicit), to: "explicit")
        insert.bind(record.music.audioURL, to: "audio")
        insert.bind(row, to: "row")
        try insert.run()
    }

    /// An SQL statement that removes the values of rows that fewer than two sources provide now.
    static func clean(rows: String) -> String {
        """
        DELETE FROM merged_record WHERE id IN (
            SELECT record.id FROM record JOIN music USING (row)
                WHERE music.row IN (\(rows)) AND NOT (\(RecordingSchema.isShared)));
        """
    }
}
