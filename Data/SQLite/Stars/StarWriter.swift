import GRDB

/// Writes the table `star`: the songs whose sources store stars.
final class StarWriter {
    private let insert: RawStatement
    private let forget: RawStatement

    init(_ db: Database, source: Int64) throws {
        insert = try RawStatement(
            db,
            """
            INSERT INTO star(record, source, key) VALUES (:record, \(source), :key)
                ON CONFLICT (record) DO UPDATE SET source = excluded.source, key = excluded.key
                    WHERE (source, key) IS NOT (excluded.source, excluded.key)
            """)
        forget = try RawStatement(db, StarSchema.forgetMissing(of: ":record"))
    }

    /// Adds a song by its record, or updates the source and key of an existing one.
    func add(record: Int64, key: String) throws {
        insert.bind(record, to: "record")
        insert.bind(key, to: "key")
        try insert.run()
    }

    /// Marks the star of a record that has joined a bookmarked song as unread if it was missing, so that the next sync
    /// sends the bookmark.
    func forgetMissingStar(ofJoined record: Int64) throws {
        forget.bind(record, to: "record")
        try forget.run()
    }
}
