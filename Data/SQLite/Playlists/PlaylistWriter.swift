import FermataDomain
import GRDB

/// Writes the playlists of a sync in one transaction.
struct PlaylistWriter {
    private(set) var summary: SyncSummary
    private let db: Database
    private let source: Int64
    private let seen: SeenRecords
    private let find: RawStatement
    private let insert: RawStatement
    private let update: RawStatement
    private let clear: RawStatement
    private let insertEntry: RawStatement

    init(_ db: Database, detector: SyncConflictDetector, summary: SyncSummary) throws {
        self.db = db
        source = detector.id
        self.summary = summary
        seen = try SeenRecords(db, table: PlaylistSyncStart.seen(source), detector: detector)
        find = try RawStatement(db, "SELECT row, source FROM playlist WHERE id = :id")
        insert = try RawStatement(
            db,
            """
            INSERT INTO playlist(id, source, fingerprint, name_key, name)
                VALUES (:id, \(source), :fingerprint, :name_key, :name)
            """)
        update = try RawStatement(
            db,
            """
            UPDATE playlist SET source = \(source), fingerprint = :fingerprint, name_key = :name_key, name = :name
                WHERE row = :row
            """)
        clear = try RawStatement(db, "DELETE FROM playlist_entry WHERE playlist = :row")
        insertEntry = try RawStatement(
            db, "INSERT INTO playlist_entry(playlist, position, record) VALUES (:playlist, :position, :record)")
    }

    mutating func write(_ playlists: [PreparedPlaylist], rejected: [RejectedRecord]) throws {
        rejected.forEach { summary.reject($0) }
        for playlist in playlists {
            if try seen.rejectRepeated(playlist.id.stored, position: playlist.position, in: &summary) { continue }
            guard let content = playlist.content else {
                summary.unchanged += 1
                continue
            }
            if content.isNameShortened { summary.shortenedCount += 1 }
            try write(content, of: playlist)
        }
    }

    private mutating func write(_ content: PreparedPlaylist.Content, of playlist: PreparedPlaylist) throws {
        find.bind(playlist.id.stored, to: "id")
        let row: Int64
        switch try find.first({ (row: $0.integer("row"), source: $0.integer("source")) }) {
        case nil:
            insert.bind(playlist.id.stored, to: "id")
            try store(content, by: insert)
            row = db.lastInsertedRowID
            summary.added += 1
        case let known? where [source, SourceMask.unknownSource].contains(known.source):
            row = known.row
            clear.bind(row, to: "row")
            try clear.run()
            update.bind(row, to: "row")
            try store(content, by: update)
            summary.updated += 1
        case .some:
            return summary.reject(
                RejectedRecord(position: playlist.position, .idInUse))
        }
        for (position, record) in content.records.enumerated() {
            insertEntry.bind(row, to: "playlist")
            insertEntry.bind(position, to: "position")
            insertEntry.bind(record.stored, to: "record")
            try insertEntry.run()
        }
    }

    private func store(_ content: PreparedPlaylist.Content, by statement: RawStatement) throws {
        statement.bind(content.fingerprint, to: "fingerprint")
        statement.bind(content.key.text, to: "name_key")
        statement.bind(content.name, to: "name")
        try statement.run()
    }
}
