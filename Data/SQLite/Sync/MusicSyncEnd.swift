import FermataDomain
import Foundation
import GRDB

/// Records the end of a complete sync.
enum MusicSyncEnd {
    /// Stores that a source is unchanged.
    static func recordUnchanged(_ source: Int64, at time: Date, in db: Database) throws {
        try db.execute(
            sql: "UPDATE source SET refreshed = ? WHERE id = ?",
            arguments: [Int64(time.timeIntervalSince1970), source])
    }

    /// Removes the records that the sync did not see; returns their number.
    ///
    /// If another sync ran at the same time, or this sync deferred a record to the next one, it removes none, and the
    /// next sync reads all.
    static func complete(
        _ detector: SyncConflictDetector, revision: String?, rejected: Int, at time: Date, in db: Database
    ) throws -> Int {
        let id = detector.id
        let seen = "temp.seen_\(id)"
        let storedCount = try Int.fetchOne(db, sql: "SELECT records FROM source WHERE id = ?", arguments: [id]) ?? 0
        let rejectedBefore = try Int.fetchOne(db, sql: "SELECT rejected FROM source WHERE id = ?", arguments: [id]) ?? 0
        let seenCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(seen)") ?? 0
        let hasMissing = seenCount < storedCount
        let missingMayBeRejected = rejected > rejectedBefore
        try db.execute(
            sql: """
                UPDATE source SET refreshed = :refreshed, revision = :revision, rejected = :rejected WHERE id = :id
                """,
            arguments: [
                "refreshed": Int64(time.timeIntervalSince1970), "revision": revision, "rejected": rejected, "id": id,
            ])
        if !detector.isExact {
            try db.execute(sql: "UPDATE source SET revision = \(LibrarySchema.outdatedRevision) WHERE id = \(id)")
        } else if hasMissing, missingMayBeRejected {
            // A folder's next sync removes the missing records, even if no file changes until then.
            try db.execute(
                sql: "UPDATE source SET revision = \(LibrarySchema.outdatedRevision) WHERE id = ? AND kind = ?",
                arguments: [id, Source.folderKind])
        }
        var removed = 0
        if hasMissing, !missingMayBeRejected, detector.isExact {
            removed = try RecordRemoval(
                source: id,
                records: "SELECT id FROM record WHERE source = \(id) AND id NOT IN (SELECT id FROM \(seen))",
                bookmarks: .storeAsWaiting
            ).run(in: db)
        }
        try db.execute(sql: "DELETE FROM \(seen)")
        return removed
    }
}
