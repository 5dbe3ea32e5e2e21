public import FermataDomain
import GRDB

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
                if db.isReplaced { throw LibraryError.replaced(path: library.path) }
                return findings
            }
        } catch {
            library.addSynced(synced)  // for the next check
            throw error
        }
    }
}
