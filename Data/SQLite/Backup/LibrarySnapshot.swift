import FermataDomain
import Foundation
import GRDB
import GRDBSQLite

/// One state of a library, copied to a file while other programs use the library.
///
/// In WAL mode a reader sees one state, and SQLite moves nothing newer from the log into the database file. Once the
/// log up to the reader's state is in that file, its bytes are the state and do not change until the reader ends, while
/// writers append to the log. So the bytes can be copied by the system, at its speed.
///
/// Source: https://www.sqlite.org/walformat.html#wal_locks
final class LibrarySnapshot {
    private static let attempts = 20
    /// Source: https://www.sqlite.org/fileformat2.html#file_format_version_numbers
    private static let (writeVersionOffset, versionWithoutLog): (Int64, UInt8) = (18, 1)
    private let path: String
    /// Opened first and closed last: closing a descriptor releases all locks of this program on the file.
    private let source: OpenFile
    private let reader: DatabaseQueue
    /// Moves the log into the file; nil if the library is read-only.
    private let checkpointer: DatabaseQueue?
    private let isStatic: Bool

    /// Throws `LibraryError` or `DatabaseError`.
    init(of path: String, patience: Duration) throws {
        guard LibraryFiles(path).hasContent else { throw LibraryError.cannotOpen(path: path, .missing) }
        _ = try LibraryHeader.check(path: path)
        self.path = path
        do { source = try OpenFile(path, O_RDONLY) } catch { throw LibraryError.cannotOpen(path: path, error) }
        var configuration = Configuration.library
        configuration.busyMode = .timeout(patience / .seconds(1))
        (checkpointer, reader, isStatic) = try Self.connections(path, configuration)
    }

    /// Opens a library that cannot be changed, or whose disk is full, without files beside it.
    private static func connections(
        _ path: String, _ configuration: Configuration
    ) throws -> (checkpointer: DatabaseQueue?, reader: DatabaseQueue, isStatic: Bool) {
        var reading = configuration
        reading.readonly = true
        if LibraryAccessMode.obstacle(to: path) == nil {
            do {
                let checkpointer = try DatabaseQueue(path: path, configuration: configuration)
                return (checkpointer, try DatabaseQueue(path: path, configuration: reading), false)
            } catch DatabaseError.SQLITE_IOERR_SHMSIZE {}
        }
        let place = LibraryAccessMode.pathWithoutNewLog(path)
        return (nil, try DatabaseQueue(path: place, configuration: reading), place != path)
    }

    /// Switches a library without a log to WAL mode, in which it can be copied while another connection is changing it.
    ///
    /// A repaired library has no log before its first change. Throws `DatabaseError`.
    func switchToLog() throws {
        // Reads the header, because SQLite would read the schema, which may be damaged.
        var version: UInt8 = 0
        withUnsafeMutableBytes(of: &version) { _ = source.read(into: $0, at: Self.writeVersionOffset) }
        guard version == Self.versionWithoutLog else { return }
        try checkpointer?.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    }

    /// Closes the connections; the descriptor is closed with the snapshot's last reference.
    func close() throws {
        try reader.close()
        try checkpointer?.close()
    }

    /// Copies the state into an empty file. Throws `LibraryError`, `DatabaseError` or `StorageFailure`.
    func copy(to target: PartFile, progress: (_ written: Int64, _ total: Int64) throws -> Void = { _, _ in }) throws {
        for attempt in 1...Self.attempts {
            let isCopied = try reader.read { db in
                let length = try Self.length(of: db)
                guard try isFrozen() else { return false }
                try Self.copyBytes(length, from: source, to: target.file) { try progress($0, length) }
                return true
            }
            if isCopied { return }
            if attempt < Self.attempts { sqlite3_sleep(10) }
        }
        try copyPages(to: target, progress: progress)
    }

    /// Whether the database file has the reader's complete state and nothing newer.
    ///
    /// Throws `LibraryError.replaced` if another file has the library's name: its log could be moved into this file.
    private func isFrozen() throws -> Bool {
        guard let checkpointer else { return isStatic }
        guard UInt64(try source.status().st_ino) == LibraryFiles.inode(at: path) else {
            throw LibraryError.replaced(path: path)
        }
        do {
            let log = try checkpointer.inDatabase { try $0.checkpoint(.passive) }
            return log.walFrameCount == log.checkpointedFrameCount
        } catch let error as DatabaseError where !error.isDamage {
            return false  // another program moves the log, or the disk is full
        }
    }

    /// Copies page by page through SQLite, for a library whose log an older reader still uses.
    private func copyPages(to target: PartFile, progress: (Int64, Int64) throws -> Void) throws {
        try target.truncate(to: 0)
        let copy = try DatabaseQueue(path: target.path, configuration: .library)
        defer { try? copy.close() }  // an unclosed copy is closed with its last reference
        try reader.read { db in
            let length = try Self.length(of: db)
            try copy.inDatabase { copied in
                try copied.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
                if try PageChecksums.exist(in: db) {
                    // SQLite writes the first page last, and pages before it without checksums unless the file has one.
                    let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? LibrarySchema.pageSize
                    try copied.execute(sql: "PRAGMA page_size = \(pageSize)")
                    PageChecksums.reserve(in: copied)
                    try copied.execute(sql: "PRAGMA user_version = 1")
                }
                try db.backup(to: copied)
            }
            try progress(length, length)
        }
        try copy.close()
    }

    private static func length(of db: Database) throws -> Int64 {
        let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        return pages * (try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
    }

    /// Copies the first bytes of a file to an empty one, and reports how many are copied. Throws `StorageFailure`.
    static func copyBytes(
        _ count: Int64, from source: OpenFile, to target: OpenFile, progress: (Int64) throws -> Void = { _ in }
    ) throws {
        var piece = Data(count: 1 << 20)
        var offset: Int64 = 0
        while offset < count {
            let length = Int(min(Int64(piece.count), count - offset))
            let read = piece.withUnsafeMutableBytes { piece in
                source.read(into: UnsafeMutableRawBufferPointer(rebasing: piece[..<length]), at: offset)
            }
            if read.count < length { throw read.failure ?? .changed }
            try target.write(piece.prefix(length), at: offset)
            offset += Int64(length)
            try progress(offset)
        }
    }
}
