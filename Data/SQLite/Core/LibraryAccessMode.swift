internal import FermataDomain
internal import Foundation
internal import GRDB

/// How a library file can be used: what is in a read-only folder, or on a full disk, can still be read.
struct LibraryAccessMode {
    /// Nil where there is no library yet, or one that has to be migrated first.
    let reader: DatabaseQueue?
    /// Why the library can be read only; nil where it can be changed.
    let obstacle: String?

    init(path: String, configuration: Configuration) throws {
        let obstacle = Self.obstacle(to: path)
        let files = FileManager.default
        if files.fileExists(atPath: path), !files.isReadableFile(atPath: path) {
            throw LibraryError.cannotOpen(path: path, reason: "you may not read it")
        }
        guard try LibraryHeader.check(path: path) == .currentLibrary else {
            if let obstacle { throw LibraryError.cannotOpen(path: path, reason: obstacle) }
            (reader, self.obstacle) = (nil, nil)
            return
        }
        var configuration = configuration
        configuration.readonly = true
        do {
            let place = obstacle == nil ? path : Self.untouched(path)
            (reader, self.obstacle) = (try DatabaseQueue(path: place, configuration: configuration), obstacle)
        } catch DatabaseError.SQLITE_IOERR_SHMSIZE {
            reader = try DatabaseQueue(path: Self.untouched(path), configuration: configuration)
            self.obstacle = "the disk is full"
        }
    }

    /// Only for a file that is there: SQLite would leave a log beside it that its owner cannot use.
    static func obstacle(to path: String) -> String? {
        let files = FileManager.default
        let file = URL(filePath: path).resolvingSymlinksInPath()
        guard files.fileExists(atPath: file.path) else { return nil }
        let folder = file.deletingLastPathComponent().path
        if !files.isWritableFile(atPath: folder) { return "the folder \(folder) is read-only" }
        return files.isWritableFile(atPath: file.path) ? nil : "it is read-only"
    }

    /// Without a log beside it, a file is read as it is: its log cannot be made either.
    ///
    /// Source: https://www.sqlite.org/wal.html#read_only_databases
    private static func untouched(_ path: String) -> String {
        let hasLog = (try? URL(filePath: path + "-wal").resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) ?? 0 > 0
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        return hasLog ? path : "file:\(escaped)?immutable=1"
    }
}
