import FermataDomain
import Foundation
import GRDB

/// A row of the table `download`.
struct DownloadRow: Equatable, Sendable {
    /// The stored states. A running download is recognized by the lock on its partial file.
    enum State: Int64 {
        case requested = 0
        case downloaded = 1
        case failed = 2
    }

    var id: MusicID
    var state: State
    /// The file's name in the download folder.
    var file: String
    /// The length of the complete file in bytes, if known.
    var length: Int64?
    /// The version of the partial file; nil if it cannot be resumed.
    var version: String?
    /// SHA-256 of the complete file; nil before.
    var digest: Data?
    var reason: String?

    init(id: MusicID, state: State, file: String) {
        (self.id, self.state, self.file) = (id, state, file)
    }

    init(downloaded id: MusicID, file: String, length: Int64, digest: Data) {
        self.init(id: id, state: .downloaded, file: file)
        (self.length, self.digest) = (length, digest)
    }

    /// A copy of the row with the state `requested`, to resume the download.
    var resumed: DownloadRow {
        var row = self
        if state == .downloaded { (row.length, row.version) = (nil, nil) }
        (row.state, row.digest, row.reason) = (.requested, nil, nil)
        return row
    }
}

/// Reads and writes the table `download`.
extension DownloadRow {
    private static let columns = "id, state, file, length, version, digest, reason"

    private init(_ row: RawStatement) {
        self.init(
            id: MusicID(stored: row.integer("id")), state: State(rawValue: row.integer("state")) ?? .failed,
            file: row.text("file"))
        (length, version) = (row.optionalInteger("length").map { max(0, Int64($0)) }, row.optionalText("version"))
        (digest, reason) = (row.blob("digest").map { Data($0) }, row.optionalText("reason"))
    }

    static func find(_ id: MusicID, in db: Database) throws -> DownloadRow? {
        try RawStatement(
            db, "SELECT \(columns) FROM download WHERE id = :id", ["id": .integer(id.stored)], isCached: true
        ).first(DownloadRow.init)
    }

    /// The rows with the next ids, in order.
    static func next(after id: MusicID?, limit: Int, in db: Database) throws -> [DownloadRow] {
        try RawStatement(
            db, "SELECT \(columns) FROM download WHERE id > :id ORDER BY id LIMIT :limit",
            ["id": .integer(id?.stored ?? -1), "limit": SQLValue(limit)]
        ).all(DownloadRow.init)
    }

    static func pending(in db: Database) throws -> [MusicID] {
        try Int64.fetchAll(
            db, sql: "SELECT id FROM download WHERE state <> \(State.downloaded.rawValue) ORDER BY number"
        ).map { MusicID(stored: $0) }
    }

    /// Returns rows sorted by title, for stored music that the filter allows.
    static func listed(allowing filter: ExplicitFilter, window: Window, in db: Database) throws -> [DownloadRow] {
        let qualified = columns.split(separator: ", ").map { "download.\($0)" }.joined(separator: ", ")
        return try RawStatement(
            db,
            """
            SELECT \(qualified) FROM download CROSS JOIN music ON music.id = download.id
                WHERE \(filter.condition ?? "true") ORDER BY title_key, title, music.id LIMIT :limit OFFSET :offset
            """,
            ["limit": SQLValue(window.limit ?? -1), "offset": SQLValue(window.offset)]
        ).all(DownloadRow.init)
    }

    /// The next ids of a group; with a restrictive filter, only those of stored music that it allows.
    static func ids(
        of group: DownloadGroup, allowing filter: ExplicitFilter, after id: MusicID?, limit: Int, in db: Database
    ) throws -> [MusicID] {
        try Int64.fetchAll(
            db, sql: "SELECT id FROM download WHERE id > ? AND \(condition(group, filter)) ORDER BY id LIMIT ?",
            arguments: [id?.stored ?? -1, limit]
        ).map { MusicID(stored: $0) }
    }

    static func isMember(
        _ id: MusicID, of group: DownloadGroup, allowing filter: ExplicitFilter, in db: Database
    ) throws -> Bool {
        try Row.fetchOne(
            db, sql: "SELECT 1 FROM download WHERE id = ? AND \(condition(group, filter))", arguments: [id.stored])
            != nil
    }

    static func count(of group: DownloadGroup, allowing filter: ExplicitFilter, in db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM download WHERE \(condition(group, filter))") ?? 0
    }

    private static func condition(_ group: DownloadGroup, _ filter: ExplicitFilter) -> String {
        let isMember =
            switch group {
            case .failed: "state = \(State.failed.rawValue)"
            case .ofRemovedMusic: "NOT EXISTS (SELECT 1 FROM music WHERE music.id = download.id)"
            }
        guard let isAllowed = filter.condition else { return isMember }
        return "\(isMember) AND EXISTS (SELECT 1 FROM music WHERE music.id = download.id AND \(isAllowed))"
    }

    /// The number of listed rows.
    static func count(allowing filter: ExplicitFilter, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM download CROSS JOIN music ON music.id = download.id
                WHERE \(filter.condition ?? "true")
                """) ?? 0
    }

    /// Writes all columns. The request order is set only for a new row.
    func save(in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO download(\(Self.columns), number)
                    VALUES (:id, :state, :file, :length, :version, :digest, :reason,
                        (SELECT coalesce(max(number), 0) + 1 FROM download))
                ON CONFLICT(id) DO UPDATE SET state = excluded.state, file = excluded.file, length = excluded.length,
                    version = excluded.version, digest = excluded.digest, reason = excluded.reason
                """
        ).execute(arguments: arguments)
    }

    /// Writes the state of a partial or complete file; returns false if the row was removed meanwhile.
    func update(in db: Database) throws -> Bool {
        try db.cachedStatement(
            sql: """
                UPDATE download SET state = :state, length = :length, version = :version, digest = :digest,
                    reason = :reason WHERE id = :id AND file = :file
                """
        ).execute(arguments: arguments)
        return db.changesCount > 0
    }

    private var arguments: StatementArguments {
        [
            "id": id.stored, "state": state.rawValue, "file": file, "length": length, "version": version,
            "digest": digest, "reason": reason,
        ]
    }

    static func delete(_ id: MusicID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM download WHERE id = ?", arguments: [id.stored])
    }

    /// Deletes the row of a downloaded file; returns false if the row has changed.
    static func delete(_ id: MusicID, ifFile file: String, digest: Data?, in db: Database) throws -> Bool {
        try db.execute(
            sql: """
                DELETE FROM download
                WHERE id = ? AND file = ? AND digest IS ? AND state = \(State.downloaded.rawValue)
                """,
            arguments: [id.stored, file, digest])
        return db.changesCount > 0
    }
}

/// Statements on the table `download` for songs whose ids change.
enum DownloadTable {
    /// A statement that gives downloads another id; `ids` is a list or a `SELECT`. A song with a download keeps its
    /// own.
    static func renaming(_ id: String, from ids: String) -> String {
        "UPDATE OR IGNORE download SET id = \(id) WHERE id IN (\(ids))"
    }
}
