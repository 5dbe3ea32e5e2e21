import FermataDomain
import Foundation
import GRDB

/// How a library file can be opened: a library in a read-only folder or on a full disk can still be read.
struct LibraryAccessMode {
    /// Nil if no library exists yet or its schema must be migrated first.
    let reader: DatabaseQueue?
    /// Why the library is read-only; nil if it can be changed.
    let obstacle: StorageFailure?

    init(path: String, configuration: Configuration) throws {
        try Self.checkKind(of: path)
        let obstacle = Self.obstacle(to: path)
        let files = FileManager.default
        if files.fileExists(atPath: path), !files.isReadableFile(atPath: path) {
            throw LibraryError.cannotOpen(path: path, .permission)
        }
        guard try LibraryHeader.check(path: path) == .currentLibrary else {
            if let obstacle { throw LibraryError.cannotOpen(path: path, obstacle) }
            (reader, self.obstacle) = (nil, nil)
            return
        }
        var configuration = configuration
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: Self.readablePath(path), configuration: configuration)
            (reader, self.obstacle) = (queue, obstacle)
        } catch DatabaseError.SQLITE_IOERR_SHMSIZE {
            reader = try DatabaseQueue(path: Self.pathWithoutNewLog(path), configuration: configuration)
            self.obstacle = .full
        }
    }

    /// Refuses folders, pipes, devices and sockets before anything opens them: opening a pipe waits for another program.
    private static func checkKind(of path: String) throws(LibraryError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .cannotOpen(path: path, .isFolder)
        default: throw .cannotOpen(path: path, .unsupported)
        }
    }

    /// Returns why an existing file cannot be changed; nil if it can be changed or does not exist.
    ///
    /// To be checked before SQLite opens the file, because SQLite would create a log that the file's owner cannot use.
    static func obstacle(to path: String) -> StorageFailure? {
        let files = FileManager.default
        let file = URL(filePath: path).resolvingSymlinksInPath()
        guard files.fileExists(atPath: file.path) else { return nil }
        let folder = file.deletingLastPathComponent().path
        if !files.isWritableFile(atPath: folder) { return .readOnlyFolder }
        return files.isWritableFile(atPath: file.path) ? nil : .readOnly
    }

    /// The path to open if no log can be created: an immutable address for a file without a log.
    ///
    /// Source: https://www.sqlite.org/wal.html#read_only_databases
    static func pathWithoutNewLog(_ path: String) -> String {
        LibraryFiles(path).hasLog ? path : immutable(path)
    }

    /// The path to open for reading only.
    static func readablePath(_ path: String) -> String { obstacle(to: path) == nil ? path : pathWithoutNewLog(path) }

    /// The address with which SQLite opens the file without its log, a lock or a file beside it.
    static func immutable(_ path: String) -> String {
        "file:\(PercentEncoding.encode(path.utf8, isPath: true))?immutable=1"
    }
}
