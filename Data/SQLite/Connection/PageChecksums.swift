import CPageChecksums
import GRDB
import GRDBSQLite

/// Checksums of the pages of a library, by which damage in any value is found.
///
/// New libraries have them from their first page on. Those of earlier versions get them from a repair or a restore.
/// SQLite verifies them when it reads a page, and adds them when it writes one into the database file.
enum PageChecksums {
    static let size = Int(page_checksum_size)
    /// The offset of the number of reserved bytes in the first page.
    ///
    /// Source: https://www.sqlite.org/fileformat2.html#the_database_header
    static let reservationOffset = 20

    /// Makes SQLite verify the pages of all databases that this process opens, because GRDB opens connections with
    /// SQLite's default file system only. Databases of other kinds are unaffected.
    fileprivate static let registration: Void = { _ = page_checksums_register() }()

    /// Reserves room for checksums in a new database, and in one that is vacuumed.
    ///
    /// Call it after setting the size of pages, which ends the reservation.
    static func reserve(in db: Database) { reservation(in: db, size) }

    /// Whether the pages of a database have checksums.
    static func exist(in db: Database) throws -> Bool {
        // Reads the first page, which states the reservation.
        _ = try Int.fetchOne(db, sql: "PRAGMA schema_version")
        return reservation(in: db, -1) == size
    }

    /// Returns the number of bytes that were reserved before the call; a negative size changes nothing.
    @discardableResult
    private static func reservation(in db: Database, _ size: Int) -> Int {
        var bytes = CInt(size)
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes)
        return Int(bytes)
    }

    /// Adds checksums to the library at a path, unless it has them or another program has it open.
    ///
    /// Rewrites the file in one transaction of the log, so that a kill or a full disk leaves one state or the other.
    /// An earlier version that has the library open would continue to write pages without checksums, so no other
    /// program may have it open. Throws `DatabaseError`.
    static func add(to path: String) throws {
        var configuration = Configuration.library
        configuration.busyMode = .timeout(1)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            if try exist(in: db) { return }
            do {
                try db.execute(
                    sql: "PRAGMA journal_mode = WAL; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
            } catch DatabaseError.SQLITE_BUSY {
                return
            }
            reserve(in: db)
            try db.execute(sql: "VACUUM")
        }
        try queue.close()
    }

    /// The result of verifying a page's checksum.
    enum Verification {
        case correct, wrong, missing
    }

    static func verify(_ page: UnsafeRawBufferPointer) -> Verification {
        guard page.count > size, page.count.isMultiple(of: size), let start = page.baseAddress,
            page_has_checksum(start, page.count)
        else { return .missing }
        return page_checksum_is_correct(start, page.count) ? .correct : .wrong
    }

    /// Whether a database in memory has checksums, one of which is wrong.
    static func hasWrongChecksum(in bytes: UnsafeRawBufferPointer, pageSize: Int) -> Bool {
        guard bytes.count >= pageSize, bytes[reservationOffset] == size else { return false }
        return stride(from: 0, through: bytes.count - pageSize, by: pageSize).contains { start in
            verify(UnsafeRawBufferPointer(rebasing: bytes[start..<start + pageSize])) == .wrong
        }
    }
}

extension Configuration {
    /// The settings of a connection to a library, which verifies the checksums of pages.
    static var library: Configuration {
        PageChecksums.registration
        return Configuration()
    }

    /// The same for a connection that changes nothing, and waits for other programs.
    static var readingLibrary: Configuration {
        var configuration = library
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return configuration
    }
}

extension DatabaseError {
    /// Whether the content of a file is damaged.
    var isDamage: Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) || extendedResultCode == .SQLITE_IOERR_DATA
    }
}
