public import FermataDomain
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// An open library file: one writer and many concurrent readers, in this program and in others.
///
/// Reading needs one read-only connection. The first write or observation opens a pool.
public final class SQLiteLibrary: Sendable {
    /// The number of concurrent readers beside a writer, unless more are requested.
    private static let fewReaders = 2
    /// Kibibytes of page cache and sorting memory for all readers together; the writer has half as much.
    private static let (readersCache, readersSorting) = (16_000, 32_000)
    public let path: String
    /// Why the library is read-only; nil if it can be changed.
    let obstacle: StorageFailure?
    private let patience: Duration
    private let reader: DatabaseQueue?
    private let opened: Mutex<Opened>
    private let syncedRows = Mutex(RowSample())

    private struct Opened {
        var pool: DatabasePool?
        var readers = SQLiteLibrary.fewReaders
    }

    /// Opens the library at a path, or creates one in an existing folder.
    ///
    /// `patience` is how long to wait for another program's transaction. A file that is no library is not changed.
    /// A read-only library can still be read. If an older version made the library, `migrating` receives each step
    /// before it starts, and nil at the end.
    /// Throws `LibraryError.cannotOpen`, `.newerVersion`, `.busy` or `.damaged`.
    public init(
        path: String, patience: Duration = .seconds(5),
        migrating: @escaping @Sendable (LibraryMigrationStep?) -> Void = { _ in }
    ) throws {
        self.path = path
        self.patience = patience
        do {
            let access = try LibraryAccessMode(path: path, configuration: Self.configuration(patience: patience))
            (reader, obstacle) = (access.reader, access.obstacle)
            let pool = reader == nil ? try Self.pool(path: path, patience: patience, migrating: migrating) : nil
            opened = Mutex(Opened(pool: pool))
        } catch {
            throw Self.opening(error, path: path)
        }
    }

    /// The writer, its readers and their observers.
    func pool() throws -> DatabasePool {
        if let obstacle { throw LibraryError.cannotWrite(path: path, obstacle) }
        return try opened.withLock { try $0.pool ?? open(&$0) }
    }

    /// Opens connections for a number of concurrent readers; must be called before the first read.
    ///
    /// They share the memory of two. A read-only library has one connection for all.
    /// Throws `LibraryError.busy` or `.cannotWrite` if the pool cannot be opened now; the first write tries again.
    public func open(readers: Int) throws {
        guard obstacle == nil else { return }
        try opened.withLock { opened in
            opened = Opened(readers: readers)
            _ = try open(&opened)
        }
    }

    private func open(_ opened: inout Opened) throws -> DatabasePool {
        do {
            let pool = try Self.pool(path: path, patience: patience, readers: opened.readers)
            opened.pool = pool
            return pool
        } catch {
            throw Self.opening(error, path: path)
        }
    }

    /// Reads one state of the library.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let cancellation = ReadCancellation()
        do {
            let reader = try databaseReader()
            return try await withTaskCancellationHandler {
                try await reader.read { db in
                    try cancellation.run(on: db.sqliteConnection) { try body(db) }
                }
            } onCancel: {
                cancellation.cancel()
            }
        } catch {
            throw readingFailure(error)
        }
    }

    /// The pool if it is open or the library has no connection for reading, else this connection.
    private func databaseReader() throws -> any DatabaseReader {
        if let pool = opened.withLock(\.pool) { return pool }
        return if let reader { reader } else { try pool() }
    }

    /// Changes the library in one transaction; it is durable when this returns.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await pool().write(body) } catch { throw failure(error) }
    }

    /// Changes the library in one transaction and blocks the thread, so tasks must not call it directly.
    func writeBlocking<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do { return try pool().write(body) } catch { throw failure(error) }
    }

    /// Remembers a sample of the songs that a sync has written.
    func addSynced(_ rows: RowSample) { syncedRows.withLock { $0.add(rows) } }

    /// A sample of the songs that syncs have written since the last call.
    func removeSyncedRows() -> RowSample {
        syncedRows.withLock { rows in
            defer { rows = RowSample() }
            return rows
        }
    }

    /// Maps a database error of a write to a `LibraryError`.
    func failure(_ error: any Error) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: LibraryError.busy(path: path)
        case .SQLITE_INTERRUPT: CancellationError()
        case _ where error.isDamage: LibraryError.damaged(path: path)
        default: LibraryError.cannotWrite(path: path, StorageFailure(error))
        }
    }

    /// Maps a database error of a read to a `LibraryError`.
    func readingFailure(_ error: any Error) -> any Error {
        let failure = failure(error)
        guard case LibraryError.cannotWrite(_, let cause) = failure else { return failure }
        return LibraryError.cannotOpen(path: path, cause)
    }

    /// Retries, because SQLite does not wait when two programs switch a file to WAL mode at the same time.
    private static func pool(
        path: String, patience: Duration, readers: Int = fewReaders,
        migrating: @escaping MusicMigration.Progress = { _ in }
    ) throws -> DatabasePool {
        var remaining = patience
        let pause = Duration.milliseconds(10)
        while true {
            do {
                return try newPool(
                    path: path, configuration: configuration(patience: patience, readers: readers),
                    migrator: LibrarySchema.migrator(progress: migrating))
            } catch DatabaseError.SQLITE_BUSY where remaining > .zero {
                sqlite3_sleep(10)
                remaining -= pause
            }
        }
    }

    private static func newPool(
        path: String, configuration: Configuration, migrator: DatabaseMigrator
    ) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration)
        // Set again: a pool sets it to NORMAL while it opens, and a power failure would then lose changes.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        if try pool.read(migrator.hasBeenSuperseded) { throw LibraryError.newerVersion(path: path) }
        try migrate(pool, with: migrator)
        return pool
    }

    /// If another program migrates at the same time, checks again for remaining migrations.
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

    static func configuration(patience: Duration, readers: Int = fewReaders) -> Configuration {
        var configuration = Configuration.library
        let milliseconds = Int(patience / .milliseconds(1))
        configuration.busyMode = .timeout(patience / .seconds(1))
        configuration.maximumReaderCount = readers
        configuration.prepareDatabase { db in
            SearchFunctions.add(to: db)
            let sharers = db.configuration.readonly ? readers : fewReaders
            try db.execute(
                sql: """
                    PRAGMA page_size = \(LibrarySchema.pageSize); PRAGMA cache_size = -\(readersCache / sharers);
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON;
                    PRAGMA threads = 2;
                    PRAGMA temp.cache_size = -\(readersSorting / sharers); PRAGMA busy_timeout = \(milliseconds);
                    """)
            if !db.configuration.readonly { PageChecksums.reserve(in: db) }
        }
        return configuration
    }

    private static func opening(_ error: any Error, path: String) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: LibraryError.busy(path: path)
        case _ where error.isDamage: LibraryError.damaged(path: path)
        case _ where StorageFailure(error) == .full: LibraryError.cannotWrite(path: path, .full)
        default: LibraryError.cannotOpen(path: path, openingFailure(error, path: path))
        }
    }

    private static func openingFailure(_ error: DatabaseError, path: String) -> StorageFailure {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let files = FileManager.default
        if !files.fileExists(atPath: folder) { return .folderMissing }
        if !files.isWritableFile(atPath: folder) { return .readOnlyFolder }
        return StorageFailure(error)
    }
}
