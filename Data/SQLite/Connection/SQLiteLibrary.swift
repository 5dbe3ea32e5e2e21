import Dispatch
import FermataDomain
import Foundation
import GRDB
import Synchronization

/// An open library file: one writer and many concurrent readers, in this program and in others.
///
/// Reading needs one read-only connection. The first write or observation opens a pool. If another program repairs or
/// restores the library by replacing its file, the next read or write opens the new file.
public final class SQLiteLibrary: Sendable {
    public let path: String
    /// Why the library is read-only; nil if it can be changed.
    var obstacle: StorageFailure? { connections.withLock(\.obstacle) }
    private let patience: Duration
    private let replaced: @Sendable () -> Void
    /// False if reads and writes end with the open file.
    private let follows: Bool
    private let connections: Mutex<LibraryConnections>

    /// Opens the library at a path, or creates one in an existing folder. Completes an interrupted repair.
    ///
    /// `patience` is how long to wait for another program's transaction. A file that is no library is not changed.
    /// A read-only library can still be read. `migrating` is called before a library of an earlier version is migrated,
    /// `replaced` after another program has replaced the file and the new one is open. Throws
    /// `LibraryError.cannotOpen`, `.newerVersion`, `.olderVersion`, `.busy` or `.damaged`.
    public init(
        path: String, patience: Duration = .seconds(5), migrating: @escaping @Sendable () -> Void = {},
        replaced: @escaping @Sendable () -> Void = {}
    ) throws {
        (self.path, self.patience, self.replaced, follows) = (path, patience, replaced, true)
        let opened = try LibraryConnections.open(path: path, patience: patience, migrating: migrating)
        connections = Mutex(opened)
    }

    /// Shares the open file of a library; see `openFile`.
    private init(openFileOf library: SQLiteLibrary) {
        (path, patience) = (library.path, library.patience)
        (replaced, follows) = ({}, false)
        connections = Mutex(library.connections.withLock(\.self))
    }

    /// Returns the library as long as no other file replaces the present one; then reads and writes throw
    /// `LibraryError.replaced`.
    ///
    /// For changes of several transactions that depend on each other. Throws `LibraryError`.
    func openFile() async throws -> SQLiteLibrary {
        try await read { _ in }  // opens the present file
        return SQLiteLibrary(openFileOf: self)
    }

    /// The writer, its readers and their observers.
    func pool() throws -> DatabasePool {
        do { return try connections.withLock(\.self).pool() } catch { throw failure(error) }
    }

    /// Opens connections for a number of concurrent readers; must be called before the first read.
    ///
    /// They share the memory of two. A read-only library has one connection for all.
    /// Throws `LibraryError.busy` or `.cannotWrite` if the pool cannot be opened now; the first write tries again.
    public func open(readers: Int) throws {
        guard obstacle == nil else { return }
        do { try connections.withLock(\.self).open(readers: readers) } catch { throw failure(error) }
    }

    /// Reads one state of the library.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await inCurrentFile { try await $0.read(body) }
        } catch {
            throw readingFailure(error)
        }
    }

    /// Changes the library in one transaction; it is durable when this returns.
    ///
    /// Calls `body` again if the file of the first attempt was replaced, after that attempt was rolled back.
    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await inCurrentFile { try await $0.write(body) }
        } catch {
            throw failure(error)
        }
    }

    /// Runs an operation, and again in the new file if the open one has been replaced.
    private func inCurrentFile<Value: Sendable>(
        _ operation: (LibraryConnections) async throws -> Value
    ) async throws -> Value {
        var current = connections.withLock(\.self)
        for _ in 1..<LibraryConnections.attempts {
            do {
                return try await operation(current)
            } catch is ReplacedFileError {
                current = try await reopened(after: current)
            }
        }
        return try await operation(current)
    }

    /// Opens the file that replaced another one, unless a concurrent read or write has opened it.
    ///
    /// Throws `LibraryError.cannotOpen` with `.removed` if no file has the library's name.
    private func reopened(after old: LibraryConnections) async throws -> LibraryConnections {
        guard follows else { throw LibraryError.replaced(path: path) }
        if let current = connections.withLock({ $0 === old ? nil : $0 }) { return current }
        guard LibraryFiles.inode(at: path) != nil else { throw LibraryError.cannotOpen(path: path, .removed) }
        // Opened without the lock, because other reads would wait for it, and on a thread of its own, because it may
        // wait for a reader whose task needs a thread.
        let new = try await BlockingIO.run { [path, patience, readers = old.readers] in
            try LibraryConnections.open(path: path, patience: patience, readers: readers)
        }
        let (current, isNew) = connections.withLock { current in
            if current !== old { return (current, false) }
            current = new
            return (new, true)
        }
        if isNew { replaced() }
        return current
    }

    /// Maps a database error of a write to a `LibraryError`.
    func failure(_ error: any Error) -> any Error {
        if error is ReplacedFileError { return LibraryError.replaced(path: path) }
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
}

extension SQLiteLibrary {
    /// Reads elements from one state of the library and returns them in batches.
    ///
    /// Each iteration runs `read` on a reader's thread, which waits while two batches are not received yet. A consumer
    /// must not read from the library between batches if the library has one connection only.
    func batches<Element: Sendable>(
        _ read: @escaping @Sendable (_ db: Database, _ append: (Element) throws -> Void) throws -> Void
    ) -> any AsyncSequence<[Element], any Error> & Sendable {
        values(ahead: 2) { db, send in
            var writer = BatchWriter<Element>(send: send)
            try read(db) { try writer.append($0) }
            try writer.finish()
        }
    }

    /// Reads values from one state of the library, and returns each as soon as it is read.
    ///
    /// `read` runs on a reader's thread. It waits while `ahead` values are not received yet.
    func values<Value: Sendable>(
        ahead: Int,
        _ read: @escaping @Sendable (_ db: Database, _ send: @escaping (Value) throws -> Void) throws -> Void
    ) -> TaskSequence<Value> {
        TaskSequence { send in
            // Starts at 0, because libdispatch traps if a semaphore ends below its initial value.
            let room = DispatchSemaphore(value: 0)
            for _ in 1..<ahead { room.signal() }
            try await withTaskCancellationHandler {
                try await self.read { db in
                    try read(db) { value in
                        // Throws `CancellationError` after the iteration has ended.
                        try send(value) { room.signal() }
                        room.wait()
                    }
                }
            } onCancel: {
                room.signal()
            }
        }
    }
}

/// Collects elements into batches and sends each.
private struct BatchWriter<Element> {
    private static var batchSize: Int { 500 }
    private let send: ([Element]) throws -> Void
    private var batch: [Element] = []

    init(send: @escaping ([Element]) throws -> Void) {
        self.send = send
    }

    mutating func append(_ element: Element) throws {
        batch.append(element)
        if batch.count == Self.batchSize { try sendBatch() }
    }

    mutating func finish() throws {
        if !batch.isEmpty { try sendBatch() }
    }

    private mutating func sendBatch() throws {
        try send(batch)
        batch = []
        batch.reserveCapacity(Self.batchSize)
    }
}

extension StorageFailure {
    /// The failure of a file that SQLite reports.
    init(_ error: DatabaseError) {
        self =
            switch error.resultCode {
            case .SQLITE_FULL: .full
            case .SQLITE_READONLY: .readOnly
            case .SQLITE_CANTOPEN: .unreadable
            // There is no room for the index of the log.
            case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .full
            case .SQLITE_IOERR: .hardware
            default: .other(error.message ?? "\(error.resultCode)")
            }
    }

    /// Whether the disk failed, not the content of a file.
    var isOfDisk: Bool { [.full, .readOnly, .unreadable, .hardware].contains(self) }
}
