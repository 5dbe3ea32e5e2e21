import FermataDomain
import GRDB
import GRDBSQLite

/// Replaces all pages of an open library by those of another database, in one transaction.
///
/// Other programs keep the library open: readers see its former state until their transaction ends, then the new one. A
/// program that is killed before the end leaves the former state.
///
/// Source: https://www.sqlite.org/c3ref/backup_finish.html
final class PageTransfer {
    private let source: DatabaseQueue
    private var target: SQLiteConnection?
    private var backup: OpaquePointer?

    /// Opens both without reading the target's schema, which may be damaged. Throws `DatabaseError`.
    init(from path: String, into library: String, patience: Duration) throws {
        var configuration = Configuration.library
        configuration.readonly = true
        source = try DatabaseQueue(path: LibraryAccessMode.immutable(path), configuration: configuration)
        let code = sqlite3_open_v2(library, &target, SQLITE_OPEN_READWRITE, nil)
        guard code == SQLITE_OK else { throw error(code) }
        sqlite3_busy_timeout(target, Int32(clamping: Int(patience / .milliseconds(1))))
        try check(sqlite3_exec(target, "PRAGMA synchronous = FULL", nil, nil, nil))
    }

    deinit {
        close()
    }

    /// Locks out all writers of the target until the transfer ends.
    func lock() throws {
        backup = source.inDatabase { sqlite3_backup_init(target, "main", $0.sqliteConnection, "main") }
        guard backup != nil else { throw error(sqlite3_errcode(target)) }
        try step(0)
    }

    /// Transfers all pages; they are durable when this returns.
    func run() throws {
        // The last step commits, so ending the transfer cannot fail.
        try step(-1)
        sqlite3_backup_finish(backup)
        backup = nil
        // Moves the pages from the log into the file, if no reader needs the log; otherwise a later writer does.
        sqlite3_wal_checkpoint_v2(target, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }

    func close() {
        sqlite3_backup_finish(backup)
        backup = nil
        sqlite3_close_v2(target)
        target = nil
    }

    private func step(_ pages: Int32) throws {
        let code = source.inDatabase { _ in sqlite3_backup_step(backup, pages) }
        guard code == SQLITE_OK || code == SQLITE_DONE else { throw error(code) }
    }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw error(code) }
    }

    private func error(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code), message: target.flatMap { String(cString: sqlite3_errmsg($0)) })
    }
}
