import FermataDomain
import GRDB

/// Compares the stars of a source, which were just read, with the songs of the library.
struct StarReconciler {
    /// Whether the source has a star for a song of `star`.
    private static let isStarred = "(key IN (SELECT key FROM temp.read_star))"
    private let db: Database
    private let source: Int64

    init(of source: Int64, in db: Database) throws {
        (self.db, self.source) = (db, source)
    }

    /// Returns how many bookmarks were added and removed.
    func apply(_ keys: Set<String>) throws -> SyncSummary {
        try db.execute(sql: "CREATE TEMP TABLE read_star(key TEXT PRIMARY KEY) WITHOUT ROWID")
        try store(keys)
        try verify()
        let summary = try applyChanges()
        try db.execute(sql: "DROP TABLE temp.read_star")
        return summary
    }

    private func store(_ keys: Set<String>) throws {
        let insert = try RawStatement(db, "INSERT INTO temp.read_star VALUES (:key)")
        for key in keys {
            insert.bind(key, to: "key")
            try insert.run()
        }
    }

    /// Ends the changes that the source shows; accepted ones that it does not show wait again.
    private func verify() throws {
        let waits = "changed IS NOT NULL AND source = \(source)"
        try db.execute(
            sql: """
                UPDATE star SET starred = \(Self.isStarred), changed = NULL, sent = NULL
                    WHERE \(waits) AND \(StarSchema.isBookmarked) = \(Self.isStarred);
                UPDATE star SET sent = 0 WHERE \(waits) AND sent = 1;
                """)
    }

    /// Applies the source's state to songs without a waiting change, if it differs from the last known one.
    private func applyChanges() throws -> SyncSummary {
        try db.execute(
            sql: """
                CREATE TEMP TABLE changed_star AS
                    SELECT star.record AS record, record.row AS row, \(Self.isStarred) AS starred,
                            star.starred IS NULL AS is_first
                        FROM star JOIN record ON record.id = star.record
                        WHERE star.source = \(source) AND changed IS NULL AND star.starred IS NOT \(Self.isStarred);
                UPDATE star SET starred = found.starred FROM temp.changed_star AS found
                    WHERE star.record = found.record;
                """)
        var summary = SyncSummary()
        summary.added = try setBookmarks(true, where: "starred = 1")
        summary.removed = try setBookmarks(false, where: "starred = 0 AND NOT is_first")
        // A bookmark from before the first read wins over a missing star.
        try db.execute(
            sql: """
                UPDATE star SET changed = \(StarSchema.nextChange) WHERE record IN (
                    SELECT found.record FROM temp.changed_star AS found JOIN music ON music.row = found.row
                        WHERE found.starred = 0 AND is_first AND bookmarked = 1);
                DROP TABLE temp.changed_star;
                """)
        return summary
    }

    /// Changes bookmarks. A trigger makes the change wait for the other sources of the songs.
    private func setBookmarks(_ isBookmarked: Bool, where condition: String) throws -> Int {
        let value = isBookmarked ? 1 : 0
        try db.execute(
            sql: """
                UPDATE music SET bookmarked = \(value)
                    WHERE row IN (SELECT row FROM temp.changed_star WHERE \(condition)) AND bookmarked <> \(value)
                """)
        return db.changesCount
    }
}
