import FermataDomain
import GRDB

/// The tables `playlist` and `playlist_entry`: the playlists of sources, and their songs.
enum PlaylistTable {
    /// Adds a playlist with `:id`, `:fingerprint`, `:name_key` and `:name`.
    static func insertion(source: Int64) -> String {
        """
        INSERT INTO playlist(id, source, fingerprint, name_key, name)
            VALUES (:id, \(source), :fingerprint, :name_key, :name)
        """
    }

    /// Replaces the values of the playlist `:id`.
    static func update(source: Int64) -> String {
        """
        UPDATE playlist SET source = \(source), fingerprint = :fingerprint, name_key = :name_key, name = :name
            WHERE id = :id
        """
    }

    /// Deletes playlists and their entries; `rows` is a list or a `SELECT`.
    static func delete(_ rows: String, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM playlist_entry WHERE playlist IN (\(rows));
                DELETE FROM playlist WHERE row IN (\(rows))
                """)
    }

    /// Deletes all playlists of a source.
    static func delete(source: Int64, in db: Database) throws {
        try delete("SELECT row FROM playlist WHERE source = \(source)", in: db)
    }

    /// A statement that writes the entries of a repaired library; `entries` selects playlist, position and record.
    static func repairEntries(_ entries: String) -> String {
        "INSERT OR IGNORE INTO playlist_entry(playlist, position, record) \(entries)"
    }

    /// Statements that restore the references of a repaired library, and make the next syncs read all playlists.
    static let repair = """
        UPDATE playlist SET source = \(SourceMask.unknownSource) WHERE source NOT IN (SELECT id FROM source);
        UPDATE playlist SET fingerprint = NULL;
        """
}

/// Writes the entries of playlists.
struct PlaylistEntryWriter {
    private let insert: RawStatement
    private let clear: RawStatement

    init(_ db: Database) throws {
        clear = try RawStatement(db, "DELETE FROM playlist_entry WHERE playlist = :row")
        insert = try RawStatement(
            db, "INSERT INTO playlist_entry(playlist, position, record) VALUES (:playlist, :position, :record)")
    }

    /// Removes the entries of the playlist in a row.
    func clear(row: Int64) throws { try clear.bind(["row": .integer(row)]).run() }

    /// Writes the records, in order, of the playlist in a row, which has none.
    func write(_ records: [MusicID], of row: Int64) throws {
        for (position, record) in records.enumerated() {
            try insert.bind([
                "playlist": .integer(row), "position": SQLValue(position), "record": .integer(record.stored),
            ]).run()
        }
    }
}
