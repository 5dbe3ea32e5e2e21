import FermataDomain
import GRDB

/// Adds playlists of an import; the next sync of their source updates them.
struct ImportedPlaylistWriter {
    private let db: Database
    private let find: RawStatement
    private let findSource: RawStatement
    private let insert: RawStatement
    private let insertEntry: RawStatement

    init(_ db: Database) throws {
        self.db = db
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

    func add(_ playlist: ExportedPlaylist) throws -> ImportResult {
        let id = Int64(bitPattern: playlist.id.value)
        find.bind(id, to: "id")
        if try find.first({ _ in true }) != nil { return .alreadyThere }
        findSource.bind(playlist.source, to: "name")
        guard let source = try findSource.first({ $0.integer("id") }) else {
            return .rejected(.unknownSource(playlist.source))
        }
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
