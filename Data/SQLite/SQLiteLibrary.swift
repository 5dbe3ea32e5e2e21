internal import FermataDomain
internal import Foundation
internal import GRDB

/// A library file, opened: one writer and many readers at once, in this program and in others.
public final class SQLiteLibrary: Sendable {
    public let path: String
    let pool: DatabasePool
    /// Why the library can be read only; nil where it can be changed.
    private let obstacle: String?

    /// Opens the library at a path, or makes a new one in a folder that exists.
    ///
    /// `patience` is how long to wait for another program's change. A file that is not a library is left alone.
    /// One that cannot be changed can still be read.
    /// Throws `LibraryError.cannotOpen`, `.tooNew`, `.busy` or `.damaged`.
    public init(path: String, patience: Duration = .seconds(5)) throws {
        self.path = path
        try LibraryHeader.check(path: path)
        do {
            let access = try LibraryAccess(path: path, configuration: Self.configuration(patience: patience))
            (pool, obstacle) = (access.pool, access.obstacle)
            let migrator = LibrarySchema.migrator
            let (isTooNew, isComplete) = try pool.read {
                (try migrator.hasBeenSuperseded($0), try migrator.hasCompletedMigrations($0))
            }
            if isTooNew { throw LibraryError.tooNew(path: path) }
            if isComplete { return }
            if let obstacle { throw LibraryError.cannotOpen(path: path, reason: obstacle) }
            try migrator.migrate(pool)
        } catch {
            throw Self.opening(error, path: path)
        }
    }

    /// Reads one state of the library.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await pool.read(body) } catch { throw failure(error) }
    }

    /// Changes the library in one transaction, which is durable when this returns.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        if let obstacle { throw LibraryError.cannotWrite(path: path, reason: obstacle) }
        do { return try await pool.write(body) } catch { throw failure(error) }
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
        if files.fileExists(atPath: path), !files.isReadableFile(atPath: path) { return "you may not read it" }
        if !files.isWritableFile(atPath: folder) { return "the folder \(folder) is read-only" }
        return error.message ?? "\(error.resultCode)"
    }
}
