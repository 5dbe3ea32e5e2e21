import FermataDomain
import Foundation
import GRDB
import GRDBSQLite

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
        try Self.completeRollback(of: path, configuration)
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

    /// Refuses folders, pipes, devices and sockets before anything opens them: opening a pipe waits for another
    /// program.
    private static func checkKind(of path: String) throws(LibraryError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        if let failure = StorageFailure(unlessRegular: status) { throw .cannotOpen(path: path, failure) }
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

    /// Rolls back a transaction that ended without a commit, for example by `kill -9`, before the library had a log.
    ///
    /// Any connection that writes does so; one that only reads could not open the library. The library must be of this
    /// program. Throws `DatabaseError`.
    static func completeRollback(of path: String, _ configuration: Configuration) throws {
        guard LibraryFiles(path).hasJournal, obstacle(to: path) == nil else { return }
        try DatabaseQueue(path: path, configuration: configuration).read { db in
            _ = try Int.fetchOne(db, sql: "PRAGMA schema_version")
        }
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

/// The first bytes of a library file; they identify it before anything is written.
///
/// Source: https://www.sqlite.org/fileformat2.html#the_database_header
enum LibraryHeader {
    enum Content {
        /// No file, or an empty file in which a library can be created.
        case nothing
        case olderLibrary, currentLibrary
    }

    private static let magic = Array("SQLite format 3\0".utf8)
    private static let userVersionOffset = 60
    private static let applicationIDOffset = 68

    /// Throws `LibraryError.cannotOpen` for another kind of file, `.newerVersion`, `.olderVersion`, or `.damaged`.
    static func check(path: String) throws -> Content {
        guard let file = DatabaseFile(path: path, flags: SQLITE_OPEN_READONLY) else { return .nothing }
        guard let header = file.prefix(100) else { throw LibraryError.cannotOpen(path: path, .unreadable) }
        if header.isEmpty {
            // SQLite would remove the log of an empty file.
            guard LibraryFiles(path).hasLog else { return .nothing }
            throw LibraryError.damaged(path: path)
        }
        let isDatabase = header.starts(with: magic)
        let isOurs = number(in: header, at: applicationIDOffset) == LibrarySchema.applicationID
        switch (isDatabase, isOurs) {
        case (true, true):
            let version = Int(number(in: header, at: userVersionOffset))
            try check(version: version, path: path)
            return version == LibraryMigration.current.versions.upperBound ? .currentLibrary : .olderLibrary
        case (true, false) where isNew(header, path: path): return .nothing
        case (false, true): throw LibraryError.damaged(path: path)
        default: throw LibraryError.cannotOpen(path: path, .notALibrary)
        }
    }

    /// Throws `LibraryError.newerVersion`, or `.olderVersion` for a version that no step migrates; 0 is a new file.
    static func check(version: Int, path: String) throws(LibraryError) {
        let versions = LibraryMigration.current.versions
        if version > versions.upperBound { throw .newerVersion(path: path) }
        if version > 0, version < versions.lowerBound { throw .olderVersion(path: path) }
    }

    private static func number(in header: [UInt8], at offset: Int) -> Int32 {
        header.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int32($1) }
    }

    /// True for a library whose creation was interrupted: its tables are missing or still in the log.
    private static func isNew(_ header: [UInt8], path: String) -> Bool {
        let schemaFormat = header.dropFirst(44).prefix(4)
        let hasNoTables = schemaFormat.allSatisfy { $0 == 0 }
        if hasNoTables, !LibraryFiles(path).hasLog { return true }
        let path = LibraryAccessMode.pathWithoutNewLog(path)
        do {
            return try DatabaseQueue(path: path, configuration: .readingLibrary).read { db in
                let owner = try Int32.fetchOne(db, sql: "PRAGMA application_id")
                let hasTables = try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema") != nil
                return owner == LibrarySchema.applicationID || owner == 0 && !hasTables
            }
        } catch let error as DatabaseError where error.isDamage {
            return false
        } catch {
            // Opening it as a library reports the obstacle, such as a lock.
            return hasNoTables
        }
    }
}
