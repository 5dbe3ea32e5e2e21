import FermataDomain
import Foundation
import GRDB

/// A row of the table `download`.
struct DownloadRow: Equatable, Sendable {
    /// As they are stored. What is under way is known by the lock on its part, and not stored.
    enum State: Int64 {
        case wanted = 0
        case downloaded = 1
        case failed = 2
    }

    var id: MusicID
    var state: State
    /// The name of the file in the folder of downloads.
    var file: String
    /// Bytes of the whole, where that is known.
    var length: Int64?
    /// The version that a part is of; nil where it cannot be gone on with.
    var version: String?
    /// SHA-256 of the file; nil until it is there.
    var digest: Data?
    var reason: String?

    init(wanted music: Music) {
        id = music.id
        state = .wanted
        file = DownloadName(music).text
    }

    init(downloaded id: MusicID, file: String, length: Int64, digest: Data) {
        self.id = id
        state = .downloaded
        self.file = file
        self.length = length
        self.digest = digest
    }

    /// The same, to be gone on with where a part of it is kept.
    var wantedAgain: DownloadRow {
        var row = self
        if state == .downloaded { (row.length, row.version) = (nil, nil) }
        (row.state, row.digest, row.reason) = (.wanted, nil, nil)
        return row
    }

    fileprivate init(_ row: Row) {
        id = MusicID(UInt64(bitPattern: row["id"] as Int64))
        state = State(rawValue: row["state"]) ?? .failed
        file = row["file"]
        length = row["length"]
        version = row["version"]
        digest = row["digest"]
        reason = row["reason"]
    }
}

/// Reads and writes the table `download`.
extension DownloadRow {
    private static let columns = "id, state, file, length, version, digest, reason"

    static func find(_ id: MusicID, in db: Database) throws -> DownloadRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM download WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.stored]).map(DownloadRow.init)
    }

    /// The rows with the next ids, in their order.
    static func next(after id: MusicID?, limit: Int, in db: Database) throws -> [DownloadRow] {
        try Row.fetchAll(
            db, sql: "SELECT \(columns) FROM download WHERE id > ? ORDER BY id LIMIT ?",
            arguments: [id?.stored ?? -1, limit]
        ).map(DownloadRow.init)
    }

    static func wanted(in db: Database) throws -> [MusicID] {
        try Int64.fetchAll(
            db, sql: "SELECT id FROM download WHERE state = \(State.wanted.rawValue) ORDER BY asked"
        ).map { MusicID(UInt64(bitPattern: $0)) }
    }

    /// By title, of music that the library holds and the filter allows.
    static func listed(allowing filter: ExplicitFilter, window: Window, in db: Database) throws -> [DownloadRow] {
        let qualified = columns.split(separator: ", ").map { "download.\($0)" }.joined(separator: ", ")
        return try Row.fetchAll(
            db,
            sql: """
                SELECT \(qualified) FROM download CROSS JOIN music ON music.id = download.id
                WHERE \(filter.condition ?? "true") ORDER BY title_key, title, music.id LIMIT ? OFFSET ?
                """,
            arguments: [window.limit ?? -1, window.offset]
        ).map(DownloadRow.init)
    }

    /// Writes all but when it was asked for: that is now, for a row that is new.
    func save(in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO download(\(Self.columns), asked)
                    VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(asked), 0) + 1 FROM download))
                ON CONFLICT(id) DO UPDATE SET state = excluded.state, file = excluded.file, length = excluded.length,
                    version = excluded.version, digest = excluded.digest, reason = excluded.reason
                """
        ).execute(arguments: [id.stored, state.rawValue, file, length, version, digest, reason])
    }

    /// Writes what is known of a part; false where the row has been removed meanwhile.
    func update(in db: Database) throws -> Bool {
        try db.cachedStatement(
            sql: "UPDATE download SET state = ?, length = ?, version = ?, reason = ? WHERE id = ?"
        ).execute(arguments: [state.rawValue, length, version, reason, id.stored])
        return db.changesCount > 0
    }

    static func delete(_ id: MusicID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM download WHERE id = ?", arguments: [id.stored])
    }

    /// Forgets a downloaded file, if it is still that one.
    static func delete(_ id: MusicID, ifFile file: String, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM download WHERE id = ? AND file = ? AND state = \(State.downloaded.rawValue)",
            arguments: [id.stored, file])
    }
}
