import Foundation
import GRDBSQLite

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
