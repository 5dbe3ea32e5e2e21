import FermataDomain
import GRDB

/// Reads the changes that wait for a source.
enum WaitingStars {
    /// Returns changes that the source has not accepted, in the order they were made.
    static func read(of source: Int64, after last: StarChange?, limit: Int, in db: Database) throws -> [StarChange] {
        let rows = try RawStatement(
            db,
            """
            SELECT record, key, changed, \(StarSchema.isBookmarked) AS bookmarked FROM star
                WHERE changed IS NOT NULL AND (changed, record) > (:changed, :record) AND source = \(source)
                    AND sent IS NOT 1
                ORDER BY changed, record LIMIT \(max(0, limit))
            """,
            [
                "changed": .integer(Int64(last?.number ?? 0)),
                "record": .integer(last?.record.stored ?? .min),
            ])
        var changes: [StarChange] = []
        while try rows.step() {
            changes.append(
                StarChange(
                    record: MusicID(stored: rows.integer("record")), key: rows.text("key"),
                    isStarred: rows.integer("bookmarked") == 1, number: Int(rows.integer("changed"))))
        }
        return changes
    }
}
