internal import FermataDomain
internal import GRDB

/// Writes the playlists of a sync in one transaction.
struct PlaylistWriter {
    private(set) var summary: SyncSummary
    private let db: Database
    private let source: Int64
    private let markSeen: RawStatement
    private let find: RawStatement
    private let insert: RawStatement
    private let update: RawStatement
    private let clear: RawStatement
    private let insertEntry: RawStatement

    init(_ db: Database, source: Int64, summary: SyncSummary) throws {
        self.db = db
        self.source = source
        self.summary = summary
        markSeen = try RawStatement(db, "INSERT OR IGNORE INTO temp.\(PlaylistSyncStart.seen(source)) VALUES (?)")
        find = try RawStatement(db, "SELECT row, source FROM playlist WHERE id = ?")
        insert = try RawStatement(
            db, "INSERT INTO playlist(id, source, fingerprint, name_key, name) VALUES (?, \(source), ?, ?, ?)")
        update = try RawStatement(db, "UPDATE playlist SET fingerprint = ?2, name_key = ?3, name = ?4 WHERE row = ?1")
        clear = try RawStatement(db, "DELETE FROM playlist_entry WHERE playlist = ?")
        insertEntry = try RawStatement(db, "INSERT INTO playlist_entry VALUES (?, ?, ?)")
    }

    mutating func write(_ playlists: [PreparedPlaylist], rejected: [RejectedRecord]) throws {
        rejected.forEach { summary.reject($0) }
        for playlist in playlists {
            if try isRepeated(playlist) { continue }
            guard let content = playlist.content else {
                summary.unchanged += 1
                continue
            }
            try write(content, of: playlist)
        }
        try db.notifyChanges(in: Table("playlist"))
    }

    private mutating func isRepeated(_ playlist: PreparedPlaylist) throws -> Bool {
        markSeen.bind(playlist.id.stored, at: 1)
        try markSeen.run()
        guard db.changesCount == 0 else { return false }
        summary.repeatedCount += 1
        summary.reject(RejectedRecord(position: playlist.position, .repeatedID))
        return true
    }

    private mutating func write(_ content: PreparedPlaylist.Content, of playlist: PreparedPlaylist) throws {
        find.bind(playlist.id.stored, at: 1)
        let row: Int64
        switch try find.first({ (row: $0.integer(0), source: $0.integer(1)) }) {
        case nil:
            row = try store(content, by: insert, at: playlist.id.stored)
            summary.added += 1
        case let known? where known.source == source:
            row = known.row
            clear.bind(row, at: 1)
            try clear.run()
            _ = try store(content, by: update, at: row)
            summary.updated += 1
        case .some:
            return summary.reject(
                RejectedRecord(position: playlist.position, .idInUse))
        }
        for (position, record) in content.records.enumerated() {
            insertEntry.bind(row, at: 1)
            insertEntry.bind(position, at: 2)
            insertEntry.bind(record.stored, at: 3)
            try insertEntry.run()
        }
    }

    /// Returns the row if a new one was inserted.
    private func store(_ content: PreparedPlaylist.Content, by statement: RawStatement, at place: Int64) throws -> Int64
    {
        statement.bind(place, at: 1)
        statement.bind(content.fingerprint, at: 2)
        statement.bind(content.key.text, at: 3)
        statement.bind(content.name, at: 4)
        try statement.run()
        return db.lastInsertedRowID
    }
}
