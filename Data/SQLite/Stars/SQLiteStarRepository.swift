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
                    WHERE \(StarTable.isWaiting) GROUP BY source.id ORDER BY source.added, source.id
                """
            ).all { WaitingChanges(source: $0.text("name"), count: Int($0.integer("count"))) }
        }
    }

    public func beginDelivery(to source: String, after last: StarChange?, limit: Int) async throws -> [StarChange] {
        let next = { @Sendable (db: Database) in
            try StarTable.waiting(of: try Self.id(of: source, in: db), after: last, limit: limit, in: db)
        }
        // Most deliveries find nothing, so they need not write.
        if try await library.read(next).isEmpty { return [] }
        return try await library.write { db in
            let changes = try next(db)
            for change in changes { try StarTable.update(change.record, in: db) { state, _ in state.send() } }
            try StarTable.count(try Self.id(of: source, in: db), in: db)
            return changes
        }
    }

    public func endDelivery(_ delivery: StarDelivery, to source: String) async throws {
        try await library.write { db in
            for change in delivery.delivered {
                try StarTable.update(change.record, in: db) { state, next in
                    if delivery.missing.contains(change.key) {
                        state.miss(change.isStarred, number: change.number)
                    } else {
                        state.accept(change.isStarred, number: change.number, next: next)
                    }
                }
            }
            for change in delivery.failed {
                try StarTable.update(change.record, in: db) { state, next in state.fail(change.isStarred, next: next) }
            }
            // Another program may have renamed or removed the source meanwhile.
            if let id = try Self.find(source, in: db) { try StarTable.count(id, in: db) }
        }
    }

    public func revision(of source: String) async throws -> Int {
        try await library.read { db in try Self.revision(of: source, in: db) }
    }

    public func apply(_ keys: Set<String>, of source: String, at revision: Int) async throws -> SyncSummary? {
        try await library.write { db in
            guard try Self.revision(of: source, in: db) == revision else { return nil }
            let id = try Self.id(of: source, in: db)
            let summary = try StarReconciler(of: id, in: db).apply(keys)
            try db.notifyChanges(in: Table("music"))
            try StarTable.count(id, in: db)
            return summary
        }
    }

    /// Returns the id of a source; nil if there is none.
    private static func find(_ source: String, in db: Database) throws -> Int64? {
        try RawStatement(db, "SELECT id FROM source WHERE name = :name", ["name": .text(source)])
            .first { $0.integer("id") }
    }

    private static func id(of source: String, in db: Database) throws -> Int64 {
        guard let id = try find(source, in: db) else { throw try SourceError.unknown(source: source, in: db) }
        return id
    }

    private static func revision(of source: String, in db: Database) throws -> Int {
        let id = try id(of: source, in: db)
        return try Int.fetchOne(db, sql: "SELECT coalesce(stars, 0) FROM source WHERE id = \(id)") ?? 0
    }
}
