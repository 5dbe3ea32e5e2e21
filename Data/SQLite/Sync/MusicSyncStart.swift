import FermataDomain
import GRDB

/// The state that a sync reads before its first batch.
struct MusicSyncStart: Sendable {
    let sourceMask: Int64
    let revision: String?
    /// The name that ids of the source's records are made with; it stays when the source is renamed.
    let identity: String
    /// Whether the library is empty, so that indexes are created once at the end.
    let isInitialImport: Bool

    /// Throws `SourceError.notFound`.
    init(source: String, in db: Database) throws {
        let found = try Self.find(source, in: db)
        sourceMask = SourceMask.mask(of: found.id)
        revision = found.revision
        identity = found.identity
        isInitialImport = try Row.fetchOne(db, sql: "SELECT 1 FROM music LIMIT 1") == nil
    }

    /// Prepares the first batch; also completes an interrupted initial import.
    func prepare(_ db: Database) throws {
        if isInitialImport {
            try InitialImport.begin(in: db)
        } else if try InitialImport.isUnfinished(in: db) {
            for step in InitialImport.ending { try step(db) }
        }
        try db.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS seen_\(SourceMask.source(of: sourceMask))(id INTEGER PRIMARY KEY);
                DELETE FROM temp.seen_\(SourceMask.source(of: sourceMask));
                """)
    }

    /// Throws `SourceError.notFound` if the source was removed since the sync started.
    static func check(that source: String, has sourceMask: Int64, in db: Database) throws {
        guard try SourceMask.mask(of: find(source, in: db).id) == sourceMask else {
            throw try SourceError.unknown(source: source, in: db)
        }
    }

    private static func find(_ source: String, in db: Database) throws -> (
        id: Int64, revision: String?, identity: String
    ) {
        let find = try RawStatement(
            db, "SELECT id, revision, coalesce(identity, name) AS identity FROM source WHERE name = :name",
            ["name": .text(source)])
        let found = try find.first {
            (id: $0.integer("id"), revision: $0.optionalText("revision"), identity: $0.text("identity"))
        }
        guard let found else {
            throw try SourceError.unknown(source: source, in: db)
        }
        return found
    }
}
