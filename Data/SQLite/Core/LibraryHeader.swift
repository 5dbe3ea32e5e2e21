import FermataDomain
import GRDB
import GRDBSQLite

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

    /// Throws `LibraryError.cannotOpen` for another kind of file, `.newerVersion`, or `.damaged`.
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
        let version = number(in: header, at: userVersionOffset)
        switch (isDatabase, isOurs) {
        case (true, true) where version > LibrarySchema.version: throw LibraryError.newerVersion(path: path)
        case (true, true): return version == LibrarySchema.version ? .currentLibrary : .olderLibrary
        case (true, false) where isNew(header, path: path): return .nothing
        case (false, true): throw LibraryError.damaged(path: path)
        default: throw LibraryError.cannotOpen(path: path, .notALibrary)
        }
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
                return try owner == LibrarySchema.applicationID || owner == 0 && LibrarySchema.isMissing(in: db)
            }
        } catch let error as DatabaseError where error.isDamage {
            return false
        } catch {
            // Opening it as a library reports the obstacle, such as a lock.
            return hasNoTables
        }
    }
}
