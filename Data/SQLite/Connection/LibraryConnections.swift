import FermataDomain
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The connections to one library file, which another file with the same name may replace.
///
/// A repair, and a restore of a damaged library, replace the file while it is open. From then on every read and write
/// of these connections throws `ReplacedFileError` and changes nothing.
final class LibraryConnections: Sendable {
    /// The number of attempts before an operation fails because the file is replaced again and again.
    static let attempts = 3
    /// The number of concurrent readers beside a writer, unless more are requested.
    private static let fewReaders = 2
    /// Kibibytes of page cache and sorting memory for all readers together; the writer has half as much.
    private static let (readersCache, readersSorting) = (16_000, 32_000)
    /// Why the library is read-only; nil if it can be changed.
    let obstacle: StorageFailure?
    private let path: String
    private let patience: Duration
    private let reader: DatabaseQueue?
    private let opened: Mutex<Opened>
    /// Locked while a pool opens, which may wait for other programs; reads continue meanwhile.
    private let poolOpening = Mutex(())
    /// The inode of the open file.
    private let file: UInt64?

    private struct Opened {
        var pool: DatabasePool?
        var readers: Int
    }

    /// Opens the file at a path, or creates it. Throws `LibraryError`.
    ///
    /// `readers` is the number of concurrent readers; nil to open one read-only connection until the first write.
    /// Tries again if another file replaces the one that is being opened: SQLite can then have read the log of the
    /// other.
    static func open(
        path: String, patience: Duration, readers: Int? = nil, migrating: () -> Void = {}
    ) throws -> LibraryConnections {
        for _ in 1...attempts {
            try PendingLibrary(path: DocumentPath.destination(of: path) ?? path).complete(patience: patience)
            let file = LibraryFiles.inode(at: path)
            do {
                return try LibraryConnections(path: path, patience: patience, readers: readers, migrating: migrating)
            } catch {
                guard error is ReplacedFileError || file.map({ isReplaced($0, at: path) }) ?? false else { throw error }
            }
        }
        throw LibraryError.replaced(path: path)
    }

    /// Whether the path of a file now names another file, or a complete new library is about to replace it.
    ///
    /// Looks for the new library first: once it has no name of its own any more, it has the library's.
    private static func isReplaced(_ file: UInt64, at path: String) -> Bool {
        let pending = PendingLibrary.finishedPath(DocumentPath.destination(of: path) ?? path)
        return access(pending, F_OK) == 0 || LibraryFiles.inode(at: path).map { $0 != file } ?? false
    }

    private init(
        path: String, patience: Duration, readers: Int?, migrating: () -> Void
    ) throws {
        (self.path, self.patience) = (path, patience)
        let access = try Self.opening(path) {
            try LibraryAccessMode(path: path, configuration: Self.configuration(patience: patience))
        }
        (reader, obstacle) = (access.reader, access.obstacle)
        let count = readers ?? Self.fewReaders
        if reader == nil { LibraryFiles(path).createPrivately() }
        let needsPool = reader == nil || (readers != nil && obstacle == nil)
        let pool = needsPool ? try Self.pool(path: path, patience: patience, readers: count, migrating: migrating) : nil
        opened = Mutex(Opened(pool: pool, readers: count))
        file = LibraryFiles.inode(at: path)
    }

    /// The number of concurrent readers; nil as long as the library has one read-only connection.
    var readers: Int? { opened.withLock { $0.pool == nil ? nil : $0.readers } }

    /// The writer, its readers and their observers. Throws `LibraryError` or `ReplacedFileError`.
    func pool() throws -> DatabasePool {
        if let obstacle { throw LibraryError.cannotWrite(path: path, obstacle) }
        return try poolOpening.withLock { _ in
            let (pool, readers) = opened.withLock { ($0.pool, $0.readers) }
            if let pool { return pool }
            if LibraryFiles.inode(at: path) != file { throw ReplacedFileError() }
            do {
                return try openPool(readers: readers)
            } catch {
                throw file.map { Self.isReplaced($0, at: path) } ?? true ? ReplacedFileError() : error
            }
        }
    }

    /// Opens connections for a number of concurrent readers, which share the memory of two. Throws `LibraryError`.
    func open(readers: Int) throws {
        try poolOpening.withLock { _ in _ = try openPool(readers: readers) }
    }

    private func openPool(readers: Int) throws -> DatabasePool {
        opened.withLock { $0 = Opened(readers: readers) }
        let pool = try Self.pool(path: path, patience: patience, readers: readers)
        opened.withLock { $0.pool = pool }
        return pool
    }

    /// Reads one state of the file.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let cancellation = ReadCancellation()
        let reader = try await databaseReader()
        return try await withTaskCancellationHandler {
            try await reader.read { db in
                try db.expectCurrentFile()
                return try cancellation.run(on: db.sqliteConnection) { try body(db) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Changes the file in one transaction; it is durable when this returns.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await writer().write { db in
            try db.expectCurrentFile()
            try AlbumChanges.begin(in: db)
            let value = try body(db)
            try AlbumTable.update(in: db)
            return value
        }
    }

    /// The pool, which opens on a thread of its own, because that may wait for other programs.
    private func writer() async throws -> DatabasePool {
        if let pool = opened.withLock(\.pool) { return pool }
        return try await BlockingIO.run { try self.pool() }
    }

    /// The pool if it is open or the library has no connection for reading, else this connection.
    private func databaseReader() async throws -> any DatabaseReader {
        if let reader, opened.withLock({ $0.pool == nil }) { return reader }
        return try await writer()
    }

    private static func pool(
        path: String, patience: Duration, readers: Int = fewReaders,
        migrating: () -> Void = {}
    ) throws -> DatabasePool {
        try opening(path) {
            let pool = try unpreparedPool(path: path, patience: patience, readers: readers)
            // Set again: a pool sets it to NORMAL while it opens, and a power failure would then lose changes.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            // The log can have another header than the file.
            try LibraryHeader.check(version: try pool.read(LibraryMigration.version), path: path)
            try LibraryMigration.current.run(on: pool, migrating: migrating)
            return pool
        }
    }

    /// Retries, because SQLite does not wait when two programs switch a file to WAL mode at the same time.
    private static func unpreparedPool(path: String, patience: Duration, readers: Int) throws -> DatabasePool {
        let pause: CInt = 10
        var remaining = patience
        while true {
            do {
                return try DatabasePool(path: path, configuration: configuration(patience: patience, readers: readers))
            } catch DatabaseError.SQLITE_BUSY where remaining > .zero {
                sqlite3_sleep(pause)
                remaining -= .milliseconds(Int(pause))
            }
        }
    }

    /// Maps a database error of `open` to a `LibraryError`.
    private static func opening<Value>(_ path: String, _ open: () throws -> Value) throws -> Value {
        do {
            return try open()
        } catch let error as DatabaseError {
            throw switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: LibraryError.busy(path: path)
            case _ where error.isDamage: LibraryError.damaged(path: path)
            case _ where StorageFailure(error) == .full: LibraryError.cannotWrite(path: path, .full)
            default: LibraryError.cannotOpen(path: path, openingFailure(error, path: path))
            }
        }
    }

    private static func openingFailure(_ error: DatabaseError, path: String) -> StorageFailure {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let files = FileManager.default
        if !files.fileExists(atPath: folder) { return .folderMissing }
        if !files.isWritableFile(atPath: folder) { return .readOnlyFolder }
        return StorageFailure(error)
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
            if db.configuration.readonly { return }
            PageChecksums.reserve(in: db)
            db.add(transactionObserver: ReplacementObserver(of: db), extent: .databaseLifetime)
        }
        return configuration
    }
}

/// The open file no longer has the library's name, or a complete new library is about to replace it.
struct ReplacedFileError: Error {}

/// Refuses to commit changes of a file that another file has replaced, or that a complete repair is about to replace.
///
/// A repair replaces the file while it holds the lock of writers, so that no change is committed in between.
private final class ReplacementObserver: TransactionObserver {
    private unowned let db: Database
    /// The path of a complete library that is about to replace the open one; nil for a database in memory.
    private let pending: String?

    init(of db: Database) {
        self.db = db
        // The name has no symbolic links; it is empty for a database in memory.
        let path = sqlite3_db_filename(db.sqliteConnection, "main").map { String(cString: $0) } ?? ""
        pending = path.isEmpty ? nil : PendingLibrary.finishedPath(path)
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

    func databaseDidChange(with event: DatabaseEvent) {}

    func databaseWillCommit() throws {
        try db.expectCurrentFile()
        if let pending, access(pending, F_OK) == 0 { throw ReplacedFileError() }
    }

    func databaseDidCommit(_ db: Database) {}

    func databaseDidRollback(_ db: Database) {}
}

extension Database {
    /// Whether the path of the open file now names another file, or none. Costs one system call.
    var isReplaced: Bool { LibraryFiles.isReplaced(sqliteConnection) }

    /// Throws `ReplacedFileError` if the file is replaced.
    fileprivate func expectCurrentFile() throws {
        if isReplaced { throw ReplacedFileError() }
    }
}

/// Stops the statement of a cancelled read.
///
/// GRDB calls `sqlite3_interrupt`, which does nothing between two statements, so a statement that begins at the moment
/// of the cancellation would run to its end. SQLite therefore also polls this object while a statement runs
/// (sqlite3_progress_handler).
package final class ReadCancellation: Sendable {
    /// The number of virtual-machine instructions between two checks.
    private static let interval: CInt = 10_000
    private let isCancelled = Atomic(false)

    package init() {}

    package func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Runs a read. No other read may use the connection meanwhile.
    package func run<Value>(on connection: OpaquePointer?, _ read: () throws -> Value) rethrows -> Value {
        sqlite3_progress_handler(
            connection, Self.interval,
            { context in
                guard let context else { return 0 }
                let cancellation = Unmanaged<ReadCancellation>.fromOpaque(context).takeUnretainedValue()
                return cancellation.isCancelled.load(ordering: .relaxed) ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_progress_handler(connection, 0, nil, nil) }
        return try read()
    }
}
