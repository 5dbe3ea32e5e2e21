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
            let rows = try RawStatement(
                db,
                """
                SELECT source.name AS name, count(*) AS count FROM star JOIN source ON source.id = star.source
                    WHERE changed IS NOT NULL AND sent IS NOT 1 GROUP BY source.id ORDER BY source.added, source.id
                """)
            var waiting: [WaitingChanges] = []
            while try rows.step() {
                waiting.append(WaitingChanges(source: rows.text("name"), count: Int(rows.integer("count"))))
            }
            return waiting
        }
    }

    public func beginDelivery(to source: String, after last: StarChange?, limit: Int) async throws -> [StarChange] {
        let next = { @Sendable (db: Database) in
            try WaitingStars.read(of: try Self.id(of: source, in: db), after: last, limit: limit, in: db)
        }
        // Most deliveries find nothing, so they need not write.
        if try await library.read(next).isEmpty { return [] }
        return try await library.write { db in
            let changes = try next(db)
            let send = try RawStatement(db, "UPDATE star SET sent = 0 WHERE record = :record AND sent IS NULL")
            for change in changes {
                send.bind(change.record.stored, to: "record")
                try send.run()
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
