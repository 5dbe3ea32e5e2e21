internal import FermataDomain
internal import Foundation
internal import GRDB
internal import Synchronization

/// A library file, opened: one writer and many readers at once, in this program and in others.
///
/// What only reads costs one read-only connection; writing and observing open a pool, once they are asked for.
public final class SQLiteLibrary: Sendable {
    public let path: String
    /// Why the library can be read only; nil where it can be changed.
    let obstacle: String?
    private let patience: Duration
    private let reader: DatabaseQueue?
    private let opened: Mutex<DatabasePool?>

    /// Opens the library at a path, or makes a new one in a folder that exists.
    ///
    /// `patience` is how long to wait for another program's change. A file that is not a library is left alone.
    /// One that cannot be changed can still be read.
    /// Throws `LibraryError.cannotOpen`, `.tooNew`, `.busy` or `.damaged`.
    public init(path: String, patience: Duration = .seconds(5)) throws {
        self.path = path
        self.patience = patience
        do {
            let access = try LibraryAccess(path: path, configuration: Self.configuration(patience: patience))
            (reader, obstacle) = (access.reader, access.obstacle)
            opened = Mutex(reader == nil ? try Self.pool(path: path, patience: patience) : nil)
        } catch {
            throw Self.opening(error, path: path)
        }
    }

    /// The writer, the readers beside it, and what observes them.
    func pool() throws -> DatabasePool {
        if let obstacle { throw LibraryError.cannotWrite(path: path, reason: obstacle) }
        return try opened.withLock { pool in
            if let pool { return pool }
            do {
                let made = try Self.pool(path: path, patience: patience)
                pool = made
                return made
            } catch {
                throw Self.opening(error, path: path)
            }
        }
    }

    /// Reads one state of the library.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            if let pool = opened.withLock({ $0 }) { return try await pool.read(body) }
            guard let reader else { return try await pool().read(body) }
            return try await reader.read(body)
        } catch {
            let failure = failure(error)
            guard case LibraryError.cannotWrite(_, let reason) = failure else { throw failure }
            throw LibraryError.cannotOpen(path: path, reason: reason)
        }
    }

    /// Changes the library in one transaction, which is durable when this returns.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await pool().write(body) } catch { throw failure(error) }
    }

    /// The same on a thread that may wait, for those that tasks run on may not.
    func writeAtOnce<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do { return try pool().write(body) } catch { throw failure(error) }
    }

    /// What a database error means to a person.
    func failure(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: LibraryError.busy(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: LibraryError.damaged(path: path)
        case .SQLITE_FULL: LibraryError.cannotWrite(path: path, reason: "the disk is full")
        case .SQLITE_READONLY: LibraryError.cannotWrite(path: path, reason: "it is read-only")
        default: LibraryError.cannotWrite(path: path, reason: error.message ?? "\(error.resultCode)")
        }
    }

    /// SQLite does not wait where two programs make a file keep a log at once, so that it is tried again.
    private static func pool(path: String, patience: Duration) throws -> DatabasePool {
        let deadline = ContinuousClock.now + patience
        while true {
            do {
                return try newPool(path: path, patience: patience)
            } catch DatabaseError.SQLITE_BUSY where ContinuousClock.now < deadline {
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    private static func newPool(path: String, patience: Duration) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration(patience: patience))
        // Set anew: a pool makes it NORMAL while it is opened, and then a lost power supply loses changes.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let migrator = LibrarySchema.migrator
        if try pool.read(migrator.hasBeenSuperseded) { throw LibraryError.tooNew(path: path) }
        try migrate(pool, with: migrator)
        return pool
    }

    /// Where another program makes the same tables at the same time, the rest is looked for anew.
    private static func migrate(_ pool: DatabasePool, with migrator: DatabaseMigrator) throws {
        for _ in migrator.migrations {
            do {
                return try migrator.migrate(pool)
            } catch DatabaseError.SQLITE_ERROR, DatabaseError.SQLITE_CONSTRAINT {
                continue
            }
        }
        try migrator.migrate(pool)
    }

    private static func configuration(patience: Duration) -> Configuration {
        var configuration = Configuration()
        let milliseconds = Int(patience / .milliseconds(1))
        configuration.busyMode = .timeout(patience / .seconds(1))
        configuration.maximumReaderCount = 2
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA page_size = \(LibrarySchema.pageSize); PRAGMA cache_size = -8000;
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA threads = 2;
                    PRAGMA temp.cache_size = -16000; PRAGMA busy_timeout = \(milliseconds);
                    """)
        }
        return configuration
    }

    private static func opening(_ error: any Error, path: String) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: LibraryError.busy(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: LibraryError.damaged(path: path)
        case .SQLITE_FULL: LibraryError.cannotWrite(path: path, reason: "the disk is full")
        case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            LibraryError.cannotWrite(path: path, reason: "the disk is full")
        default: LibraryError.cannotOpen(path: path, reason: openingReason(error, path: path))
        }
    }

    private static func openingReason(_ error: DatabaseError, path: String) -> String {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let files = FileManager.default
        if !files.fileExists(atPath: folder) { return "the folder \(folder) does not exist" }
        if !files.isWritableFile(atPath: folder) { return "the folder \(folder) is read-only" }
        return error.message ?? "\(error.resultCode)"
    }
}
