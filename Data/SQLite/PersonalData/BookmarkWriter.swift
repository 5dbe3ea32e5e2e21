import FermataDomain
import GRDB

/// Adds bookmarks of an import.
struct BookmarkWriter {
    private let filter: ExplicitFilter
    private let find: RawStatement
    private let set: RawStatement
    private let insertWaiting: RawStatement
    private let db: Database

    init(_ db: Database, allowing filter: ExplicitFilter) throws {
        self.db = db
        self.filter = filter
        let allowed = filter.condition.map { "(\($0))" } ?? "1"
        // Music that is bookmarked without a source has no record.
        find = try RawStatement(
            db,
            """
            SELECT row, bookmarked, \(allowed) AS allowed FROM music
                WHERE row = coalesce((SELECT row FROM record WHERE id = :id), (SELECT row FROM music WHERE id = :id))
            """)
        set = try RawStatement(db, "UPDATE music SET bookmarked = 1 WHERE row = :row")
        insertWaiting = try RawStatement(db, "INSERT OR IGNORE INTO held_bookmark(id, music) VALUES (:id, :music)")
    }

    func add(_ bookmark: ExportedBookmark) throws -> ImportResult {
        for id in [bookmark.id] + bookmark.otherIDs {
            find.bind(id.stored, to: "id")
            let found = try find.first {
                (row: $0.integer("row"), isSet: $0.integer("bookmarked") == 1, isAllowed: $0.integer("allowed") == 1)
            }
            // Hidden music counts as unknown, so that the result does not reveal it.
            guard let found, found.isAllowed else { continue }
            if found.isSet { return .existing }
            set.bind(found.row, to: "row")
            try set.run()
            return .added
        }
        return try storeWaiting(bookmark) ? .waiting : .existing
    }

    /// Stores the bookmark under every id by which the music may arrive; returns whether one of them is new.
    private func storeWaiting(_ bookmark: ExportedBookmark) throws -> Bool {
        var isNew = false
        for id in [bookmark.id] + bookmark.otherIDs {
            insertWaiting.bind(id.stored, to: "id")
            insertWaiting.bind(bookmark.id.stored, to: "music")
            try insertWaiting.run()
            if db.changesCount > 0 { isNew = true }
        }
        return isNew
    }
}
