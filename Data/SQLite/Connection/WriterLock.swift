import FermataDomain
import Foundation
import GRDBSQLite

/// Excludes every writer of a library's file and log, in all programs, even if SQLite cannot read the file.
///
/// Takes the locks of SQLite's own protocol through its file system: those of writers and of checkpoints in the shared
/// memory of the log, and the one of writers in the file. Readers continue.
///
/// Closing any other descriptor of the file in this process releases the lock in the file, so such a descriptor has to
/// be closed after `release`.
/// Source: https://www.sqlite.org/walformat.html#wal_locks, https://www.sqlite.org/lockingv3.html
final class WriterLock {
    private static let pause: CInt = 10
    /// The locks of writers, of checkpoints and of recovery are the first three.
    private static let logLocks: CInt = 3
    private static let sharedMemorySize: CInt = 32_768
    private let path: String
    private let patience: Duration
    private let file: DatabaseFile
    private var hasLogLocks = false

    /// Waits up to `patience` for the transactions of other programs. Throws `LibraryError.busy` or `.cannotOpen`.
    init(path: String, patience: Duration) throws(LibraryError) {
        guard let file = DatabaseFile(path: path, flags: SQLITE_OPEN_READWRITE) else {
            throw .cannotOpen(path: path, .unreadable)
        }
        (self.path, self.patience, self.file) = (path, patience, file)
        try wait(lockFile)
        try wait(lockLog)
        hasLogLocks = true
    }

    deinit { release() }

    /// Excludes connections that have not read the file yet, so that its name and its log can be changed.
    ///
    /// Other connections continue to read. Throws `LibraryError.busy`.
    func excludeNewConnections() throws(LibraryError) {
        // Readers keep the exclusive lock from being granted, but not the pending one, which excludes further readers.
        try wait {
            lock(SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK || file.lock >= SQLITE_LOCK_PENDING ? SQLITE_OK : SQLITE_BUSY
        }
    }

    func release() {
        if hasLogLocks {
            hasLogLocks = false
            _ = file.methods.xShmLock(file.file, 0, Self.logLocks, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE)
        }
        // Deletes the shared memory if no other program uses it. Its name may belong to another file by now.
        let isUnused =
            !file.isReplaced && file.lock >= SQLITE_LOCK_RESERVED && lock(SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK
        _ = file.methods.xShmUnmap(file.file, isUnused ? 1 : 0)
        _ = file.methods.xUnlock(file.file, SQLITE_LOCK_NONE)
    }

    private func lock(_ level: CInt) -> CInt { file.methods.xLock(file.file, level) }

    /// Holds no shared lock while another program has the reserved one, because that program may wait for its end.
    private func lockFile() -> CInt {
        let shared = lock(SQLITE_LOCK_SHARED)
        guard shared == SQLITE_OK else { return shared }
        let reserved = lock(SQLITE_LOCK_RESERVED)
        if reserved != SQLITE_OK { _ = file.methods.xUnlock(file.file, SQLITE_LOCK_NONE) }
        return reserved
    }

    private func lockLog() -> CInt {
        var memory: UnsafeMutableRawPointer?
        // Opens the shared memory; its content is not needed.
        let code = file.methods.xShmMap(file.file, 0, Self.sharedMemorySize, 0, &memory)
        return code == SQLITE_OK
            ? file.methods.xShmLock(file.file, 0, Self.logLocks, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE) : code
    }

    /// Repeats an attempt as long as another connection holds the lock.
    private func wait(_ attempt: () -> CInt) throws(LibraryError) {
        var remaining = patience
        while true {
            let code = attempt()
            switch code & 0xFF {
            case SQLITE_OK: return
            case SQLITE_BUSY where remaining > .zero:
                sqlite3_sleep(Self.pause)
                remaining -= .milliseconds(Int(Self.pause))
            case SQLITE_BUSY: throw .busy(path: path)
            default: throw .cannotOpen(path: path, .unreadable)
            }
        }
    }
}

/// A database file as SQLite's file system opens it, even if SQLite cannot read its content.
///
/// Unlike a descriptor of its own, it can be closed while this program has other connections to the file, which keep
/// their locks. Source: https://www.sqlite.org/c3ref/io_methods.html
final class DatabaseFile {
    private let path: String
    private var connection: OpaquePointer?
    let file: UnsafeMutablePointer<sqlite3_file>
    let methods: sqlite3_io_methods

    /// Returns nil if the file cannot be opened.
    init?(path: String, flags: CInt) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK,
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file, let methods = file.pointee.pMethods
        else {
            sqlite3_close_v2(connection)
            return nil
        }
        (self.path, self.file, self.methods) = (path, file, methods.pointee)
    }

    deinit { sqlite3_close_v2(connection) }

    /// Whether the path of the file leads to another file or to none.
    var isReplaced: Bool { LibraryFiles.isReplaced(connection) }

    /// The lock of this connection in the file: `SQLITE_LOCK_NONE` to `SQLITE_LOCK_EXCLUSIVE`.
    var lock: CInt {
        var level: CInt = 0
        sqlite3_file_control(connection, "main", SQLITE_FCNTL_LOCKSTATE, &level)
        return level
    }

    /// Returns up to a number of bytes from the start of the file; nil if it cannot be read.
    func prefix(_ count: Int) -> [UInt8]? {
        // SQLite counts a file of one byte as empty.
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: min(count, Int(status.st_size)))
        return methods.xRead(file, &bytes, CInt(bytes.count), 0) == SQLITE_OK ? bytes : nil
    }
}
