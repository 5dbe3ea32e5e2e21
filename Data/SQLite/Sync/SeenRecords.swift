import FermataDomain
import GRDB

/// The ids of the records, or of the playlists, that a sync has seen.
struct SeenRecords {
    private let db: Database
    private let detector: SyncConflictDetector
    private let insert: RawStatement

    /// `table` is the temporary table that stores the ids.
    init(_ db: Database, table: String, detector: SyncConflictDetector) throws {
        (self.db, self.detector) = (db, detector)
        insert = try RawStatement(db, "INSERT OR IGNORE INTO temp.\(table) VALUES (:id)")
    }

    /// Adds an id. If the sync has seen it before, rejects the record and returns true.
    ///
    /// Returns false after a concurrent sync of the source: two syncs of this program share the table.
    func rejectRepeated(_ id: Int64, position: Int, in summary: inout SyncSummary) throws -> Bool {
        guard detector.isOnlySync else { return false }
        insert.bind(id, to: "id")
        try insert.run()
        guard db.changesCount == 0 else { return false }
        summary.repeatedCount += 1
        summary.reject(RejectedRecord(position: position, .repeatedID))
        return true
    }
}
