import FermataDomain
import GRDB

/// Adds playlists of an import; the next sync of their source updates them.
struct ImportedPlaylistWriter {
    private let db: Database
    private let find: RawStatement
    /// Finds an allowed entry of a playlist; nil if all playlists may be seen.
    private let findAllowed: RawStatement?
    private let findSource: RawStatement
    private let insert: RawStatement
    private let insertEntry: RawStatement

    init(_ db: Database, allowing filter: ExplicitFilter) throws {
        self.db = db
        findAllowed = try filter.condition.map { condition in
            try RawStatement(
                db,
                """
                SELECT 1 FROM playlist_entry AS entry JOIN record ON record.id = entry.record
                    JOIN music ON music.row = record.row WHERE entry.playlist = :playlist AND \(condition) LIMIT 1
                """)
        }
        find = try RawStatement(db, "SELECT row FROM playlist WHERE id = :id")
        findSource = try RawStatement(
            db,
            """
            SELECT id FROM source WHERE :name IN (name, coalesce(identity, name)) ORDER BY name = :name DESC LIMIT 1
            """)
        insert = try RawStatement(
            db, "INSERT INTO playlist(id, source, name_key, name) VALUES (:id, :source, :name_key, :name)")
        insertEntry = try RawStatement(
            db, "INSERT INTO playlist_entry(playlist, position, record) VALUES (:playlist, :position, :record)")
    }

    private func isVisible(_ row: Int64) throws -> Bool {
        guard let findAllowed else { return true }
        findAllowed.bind(row, to: "playlist")
        return try findAllowed.hasRow()
    }

    func add(_ playlist: ExportedPlaylist) throws -> ImportResult {
        // Rejected before the playlist is looked up, so that the result does not reveal a hidden one.
        findSource.bind(playlist.source, to: "name")
        guard let source = try findSource.first({ $0.integer("id") }) else {
            return .rejected(.unknownSource(playlist.source))
        }
        let id = Int64(bitPattern: playlist.id.value)
        find.bind(id, to: "id")
        if let row = try find.first({ $0.integer("row") }) { return try isVisible(row) ? .existing : .added }
        insert.bind(id, to: "id")
        insert.bind(source, to: "source")
        insert.bind(SortKey(playlist.name).text, to: "name_key")
        insert.bind(playlist.name, to: "name")
        try insert.run()
        let row = db.lastInsertedRowID
        for (position, entry) in playlist.entries.enumerated() {
            insertEntry.bind(row, to: "playlist")
            insertEntry.bind(position, to: "position")
            insertEntry.bind(entry.id.stored, to: "record")
            try insertEntry.run()
        }
        return .added
    }
}
