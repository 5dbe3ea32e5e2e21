import FermataDomain
import Foundation
import GRDBSQLite

/// The files of a library: the database, and the files that SQLite and repairs add beside it.
struct LibraryFiles {
    private static let endings = ["", "-wal", "-shm", "-journal", ".lock", ".health", ".repairing", ".repaired"]
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Whether the database or its log has content: a new library may be in its log only.
    var hasContent: Bool { hasContent(ending: "") || hasLog }

    /// Whether the database itself has no content, or does not exist.
    var isEmpty: Bool { !hasContent(ending: "") }

    /// Whether the log has content.
    var hasLog: Bool { hasContent(ending: "-wal") }

    /// Whether there is a journal of pages before their change.
    var hasJournal: Bool { hasContent(ending: "-journal") }

    /// Creates an empty database with mode 0600. Does nothing if a file exists.
    func createPrivately() {
        // If this fails, SQLite reports why it cannot create the file.
        _ = try? OpenFile(DocumentPath.destination(of: path) ?? path, O_WRONLY | O_CREAT | O_EXCL)
    }

    private func hasContent(ending: String) -> Bool {
        var status = stat()
        return stat(path + ending, &status) == 0 && status.st_size > 0
    }

    /// Whether a path leads to one of the files, through links too, or has the name of one that may be created.
    func contains(_ other: String) -> Bool {
        let resolved = Self.resolved(other)
        let library = Self.resolved(path)
        return Self.endings.contains { ending in
            library + ending == resolved || Self.isSameFile(library + ending, other)
        }
    }

    /// An unused path beside the library for a file that it replaces: `NAME.ending-20261122T120000Z`.
    func unusedPath(ending: String, at time: Date) -> String {
        let stamp = time.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
        let first = "\(path).\(ending)-\(stamp)"
        var (candidate, number) = (first, 2)
        while DocumentPath.exists(candidate) {
            candidate = "\(first)-\(number)"
            number += 1
        }
        return candidate
    }

    /// Moves the log to another path, so that SQLite does not apply it to a new file of this path.
    ///
    /// Removes it if a log has that path: an interrupted call has moved the log there, and no program commits changes
    /// to a log that was created since.
    func moveLog(to other: String) throws(StorageFailure) {
        for ending in ["-wal", "-shm"] where access(path + ending, F_OK) == 0 {
            var status = stat()
            let isMoved = stat(other + ending, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            let result = isMoved ? unlink(path + ending) : rename(path + ending, other + ending)
            if result != 0 { throw StorageFailure(errno: errno) }
        }
    }

    /// The inode of the file at a path, which identifies it among files that had the same name; nil without a file.
    static func inode(at path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Whether the path of a connection's file now names another file, or none.
    ///
    /// Source: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html
    static func isReplaced(_ connection: OpaquePointer?) -> Bool {
        var isMoved: CInt = 0
        sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved)
        return isMoved != 0
    }

    /// Whether two paths lead to one file.
    static func isSameFile(_ path: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return stat(path, &first) == 0 && stat(other, &second) == 0 && first.st_ino == second.st_ino
            && first.st_dev == second.st_dev
    }

    private static func resolved(_ path: String) -> String {
        let path = DocumentPath.destination(of: path) ?? path
        let folder = URL(filePath: DocumentPath.folder(of: path)).resolvingSymlinksInPath()
        return folder.appending(path: DocumentPath.name(of: path)).path
    }
}
