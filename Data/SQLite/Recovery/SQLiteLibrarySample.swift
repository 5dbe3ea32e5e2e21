public import FermataDomain
import GRDB
import GRDBSQLite

/// A sample of the songs that the last syncs have written, and of the others.
public struct SQLiteLibrarySample: LibrarySampleRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    /// Reads up to 383 songs and their entries in each index.
    public func check(seed: UInt64) async throws -> [LibraryFinding] {
        let synced = library.removeSyncedRows()
        do {
            return try await library.read { db in
                let last = try Int64.fetchOne(db, sql: "SELECT max(row) FROM music") ?? 0
                let sample = Set(synced.rows + RowSample.spread(to: last, seed: seed)).sorted()
                let findings = Array(try LibrarySampleCheck(rows: sample).findings(in: db))
                if db.isReplaced { throw LibraryError.cannotOpen(path: library.path, .removed) }
                return findings
            }
        } catch {
            library.addSynced(synced)  // for the next check
            throw error
        }
    }
}

extension Database {
    /// Whether the path of the open file leads to another file or to none.
    ///
    /// Source: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html
    fileprivate var isReplaced: Bool {
        var isMoved = CInt(0)
        sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved)
        return isMoved != 0
    }
}
