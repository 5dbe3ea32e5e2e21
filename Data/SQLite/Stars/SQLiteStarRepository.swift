public import FermataDomain
import GRDB

/// The changes of bookmarks that wait in a library on disk.
public struct SQLiteStarRepository: StarRepository {
    private let library: SQLiteLibrary

    public init(library: SQLiteLibrary) {
        self.library = library
    }

    public func waiting() async throws -> [WaitingChanges] {
        try await library.read { db in
            try RawStatement(
                db,
                """
                SELECT source.name AS name, count(*) AS count FROM star JOIN source ON source.id = star.source
                    WHERE changed IS NOT NULL AND sent IS NOT 1 GROUP BY source.id ORDER BY source.added, source.id
                """
            ).all { WaitingChanges(source: $0.text("name"), count: Int($0.integer("count"))) }
        }
    }

    public func beginDelivery(to source: String, after last: StarChange?, limit: Int) async throws -> [StarChange] {
        let next = { @Sendable (db: Database) in
            try Self.waiting(of: try Self.id(of: source, in: db), after: last, limit: limit, in: db)
        }
        // Most deliveries find nothing, so they need not write.
        if try await library.read(next).isEmpty { return [] }
        return try await library.write { db in
            let changes = try next(db)
            let send = try RawStatement(db, "UPDATE star SET sent = 0 WHERE record = :record AND sent IS NULL")
            for change in changes {
                try send.bind(["record": .integer(change.record.stored)]).run()
            }
            try Self.count(source, in: db)
            return changes
        }
    }

    public func endDelivery(_ delivery: StarDelivery, to source: String) async throws {
        try await library.write { db in
            try StarDeliveryRecorder(db).end(delivery)
            try Self.count(source, in: db)
        }
    }

    public func revision(of source: String) async throws -> Int {
        try await library.read { db in try Self.revision(of: source, in: db) }
    }

    public func apply(_ keys: Set<String>, of source: String, at revision: Int) async throws -> SyncSummary? {
        try await library.write { db in
            guard try Self.revision(of: source, in: db) == revision else { return nil }
            let summary = try StarReconciler(of: try Self.id(of: source, in: db), in: db).apply(keys)
            try Self.count(source, in: db)
            return summary
        }
    }

    /// Returns changes that the source has not accepted, in the order they were made.
    private static func waiting(
        of source: Int64, after last: StarChange?, limit: Int, in db: Database
    ) throws -> [StarChange] {
        try RawStatement(
            db,
            """
            SELECT record, key, changed, \(StarSchema.isBookmarked) AS bookmarked FROM star
                WHERE changed IS NOT NULL AND (changed, record) > (:changed, :record) AND source = \(source)
                    AND sent IS NOT 1
                ORDER BY changed, record LIMIT \(max(0, limit))
            """,
            ["changed": .integer(Int64(last?.number ?? 0)), "record": .integer(last?.record.stored ?? .min)]
        ).all {
            StarChange(
                record: MusicID(stored: $0.integer("record")), key: $0.text("key"),
                isStarred: $0.integer("bookmarked") == 1, number: Int($0.integer("changed")))
        }
    }

    /// Counts a delivery or a read of a source's stars, and keeps the numbers of sent changes from being used again.
    private static func count(_ source: String, in db: Database) throws {
        try db.execute(
            sql: "UPDATE source SET stars = \(StarSchema.nextChange) WHERE name = ?", arguments: [source])
    }

    private static func id(of source: String, in db: Database) throws -> Int64 {
        let find = try RawStatement(db, "SELECT id FROM source WHERE name = :name", ["name": .text(source)])
        guard let id = try find.first({ $0.integer("id") }) else {
            throw try SourceError.unknown(source: source, in: db)
        }
        return id
    }

    private static func revision(of source: String, in db: Database) throws -> Int {
        let id = try id(of: source, in: db)
        return try Int.fetchOne(db, sql: "SELECT coalesce(stars, 0) FROM source WHERE id = \(id)") ?? 0
    }
}

/// Records the results of delivered changes.
private struct StarDeliveryRecorder {
    private let accept: RawStatement
    private let forget: RawStatement
    private let resend: RawStatement

    init(_ db: Database) throws {
        let isSame = "record = :record AND changed = :changed AND \(StarSchema.isBookmarked) = :starred"
        accept = try RawStatement(db, "UPDATE star SET sent = 1 WHERE \(isSame)")
        // No star is the state of a song that the source does not have.
        forget = try RawStatement(
            db, "UPDATE star SET changed = NULL, sent = NULL, starred = 0 WHERE \(isSame)")
        // This delivery may have reverted a later change, whether that is being delivered, delivered or verified. A later
        // change that was not sent counts as sent, so that a change back still waits.
        resend = try RawStatement(
            db,
            """
            UPDATE star SET changed = \(StarSchema.nextChange), sent = 0
                WHERE record = :record
                    AND (\(StarSchema.isBookmarked) <> :starred OR changed IS NOT NULL AND sent IS NULL)
            """)
    }

    func end(_ delivery: StarDelivery) throws {
        for change in delivery.delivered {
            if delivery.missing.contains(change.key) {
                try run(forget, change, withNumber: true)
            } else {
                try run(accept, change, withNumber: true)
                try run(resend, change)
            }
        }
        for change in delivery.failed { try run(resend, change) }
    }

    private func run(_ statement: RawStatement, _ change: StarChange, withNumber: Bool = false) throws {
        statement.bind(["record": .integer(change.record.stored), "starred": .integer(change.isStarred ? 1 : 0)])
        if withNumber { statement.bind(["changed": SQLValue(change.number)]) }
        try statement.run()
    }
}

/// Compares the stars of a source, which were just read, with the songs of the library.
private struct StarReconciler {
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
            try insert.bind(["key": .text(key)]).run()
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
