internal import FermataDomain
internal import Foundation
internal import GRDB

/// How a library file can be used: what is in a read-only folder, or on a full disk, can still be read.
struct LibraryAccess {
    let pool: DatabasePool
    /// Why the library can be read only; nil where it can be changed.
    let obstacle: String?

    init(path: String, configuration: Configuration) throws {
        if let obstacle = Self.obstacle(to: path) {
            self = try Self(reading: path, configuration: configuration, obstacle: obstacle)
            return
        }
        do {
            let pool = try DatabasePool(path: path, configuration: configuration)
            // Set anew: a pool makes it NORMAL while it is opened, and then a lost power supply loses changes.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            self.pool = pool
            obstacle = nil
        } catch DatabaseError.SQLITE_IOERR_SHMSIZE {
            self = try Self(reading: path, configuration: configuration, obstacle: "the disk is full")
        }
    }

    /// Without a log beside it, a file is read as it is: its log cannot be made either.
    ///
    /// Source: https://www.sqlite.org/wal.html#read_only_databases
    private init(reading path: String, configuration: Configuration, obstacle: String) throws {
        var configuration = configuration
        configuration.readonly = true
        let hasLog = (try? URL(filePath: path + "-wal").resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) ?? 0 > 0
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        pool = try DatabasePool(path: hasLog ? path : "file:\(escaped)?immutable=1", configuration: configuration)
        self.obstacle = obstacle
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
}
