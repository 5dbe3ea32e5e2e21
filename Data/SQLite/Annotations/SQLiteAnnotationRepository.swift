package import FermataDomain
import GRDB

package typealias SQLiteStarRepository = SQLiteAnnotationRepository<Bool>
package typealias SQLiteRatingRepository = SQLiteAnnotationRepository<Rating?>

/// The changes of annotations of one kind that wait in a library on disk.
package struct SQLiteAnnotationRepository<Value: StoredAnnotation>: AnnotationRepository {
    private let library: SQLiteLibrary

    package init(library: SQLiteLibrary) {
        self.library = library
    }

    package func waiting() async throws -> [WaitingChanges] {
        try await library.read { db in
            try RawStatement(
                db,
                """
                SELECT source.name AS name, count(*) AS count FROM star JOIN source ON source.id = star.source
                    WHERE \(Value.columns.isWaiting) GROUP BY source.id ORDER BY source.added, source.id
                """
            ).all { WaitingChanges(source: $0.text("name"), count: Int($0.integer("count"))) }
        }
    }

    package func beginDelivery(
        to source: String, after last: AnnotationChange<Value>?, limit: Int
    ) async throws -> [AnnotationChange<Value>] {
        let next = { @Sendable (db: Database) in
            try StarTable.waiting(of: try Self.id(of: source, in: db), after: last, limit: limit, in: db)
        }
        // Most deliveries find nothing, so they need not write.
        if try await library.read(next).isEmpty { return [] }
        return try await library.write { db in
            let changes = try next(db)
            for change in changes { try Self.update(change, in: db) { state, _ in state.send() } }
            try StarTable.count(try Self.id(of: source, in: db), in: db)
            return changes
        }
    }

    package func endDelivery(_ delivery: AnnotationDelivery<Value>, to source: String) async throws {
        try await library.write { db in
            for change in delivery.delivered {
                try Self.update(change, in: db) { state, next in
                    if delivery.missing.contains(change.key) {
                        state.miss(change.value, number: change.number)
                    } else {
                        state.accept(change.value, number: change.number, next: next)
                    }
                }
            }
            for change in delivery.failed {
                try Self.update(change, in: db) { state, next in state.fail(change.value, next: next) }
            }
            if Value.isInRecords {
                let forget = try RawStatement(db, RecordTable.forgetFingerprints(where: "id = :id"))
                for change in delivery.delivered + delivery.failed {
                    try forget.bind(["id": .integer(change.record.stored)]).run()
                }
            }
            // Another program may have renamed or removed the source meanwhile.
            if let id = try Self.find(source, in: db) { try StarTable.count(id, in: db) }
        }
    }

    package func revision(of source: String) async throws -> Int {
        try await library.read { db in try Self.revision(of: source, in: db) }
    }

    /// Runs a body in a transaction with the id of a source, and counts a read of the source.
    ///
    /// Returns nil, and changes nothing, if the revision has changed.
    private func apply<Result: Sendable>(
        of source: String, at revision: Int, _ body: @escaping @Sendable (Int64, Database) throws -> Result
    ) async throws -> Result? {
        try await library.write { db in
            guard try Self.revision(of: source, in: db) == revision else { return nil }
            let id = try Self.id(of: source, in: db)
            let result = try body(id, db)
            try db.notifyChanges(in: Table("music"))
            try StarTable.count(id, in: db)
            return result
        }
    }

    /// Runs a transition that does not change the song's value.
    private static func update(
        _ change: AnnotationChange<Value>, in db: Database,
        _ transition: (_ state: inout AnnotationState<Value>, _ next: Int) -> Void
    ) throws {
        try StarTable.update(change.record, in: db, transition)
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

extension SQLiteAnnotationRepository: StarRepository where Value == Bool {
    package func apply(_ keys: Set<String>, of source: String, at revision: Int) async throws -> SyncSummary? {
        try await apply(of: source, at: revision) { id, db in try StarReconciler(of: id, in: db).apply(keys) }
    }
}

extension SQLiteAnnotationRepository: RatingRepository where Value == Rating? {
    package func apply(_ ratings: [String: Rating?], of source: String, at revision: Int) async throws -> Bool {
        try await apply(of: source, at: revision) { id, db in
            let find = "SELECT coalesce(identity, name) FROM source WHERE id = \(id)"
            guard let identity = try String.fetchOne(db, sql: find) else { return }
            let writer = try RatingWriter(db, rows: "SELECT row FROM record WHERE id = :record")
            for (key, rating) in ratings {
                let record = MusicID(source: identity, key: key)
                let value = try StarTable.update(record, in: db) { (state: inout RatingState, next) in
                    state.read(rating, number: next)
                }
                if let value { try writer.set(value, ["record": .integer(record.stored)]) }
            }
        } != nil
    }
}
