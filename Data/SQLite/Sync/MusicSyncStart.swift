import FermataDomain
import GRDB

/// The state that a sync reads before its first batch.
struct MusicSyncStart: Sendable {
    let watch: SourceWatch
    let revision: String?
    /// The name that ids of the source's records are made with; it stays when the source is renamed.
    let identity: String
    /// Whether the library is empty, so that indexes are created once at the end.
    let isInitialImport: Bool

    /// Throws `SourceError.notFound`.
    init(source: String, in db: Database) throws {
        watch = try SourceWatch(source, in: db)
        let found = try Self.find(watch.id, in: db)
        revision = found.revision
        identity = found.identity
        isInitialImport = try Row.fetchOne(db, sql: "SELECT 1 FROM music LIMIT 1") == nil
    }

    var sourceMask: Int64 { SourceMask.mask(of: watch.id) }

    /// Prepares the first batch; also completes an interrupted initial import.
    func prepare(_ db: Database) throws {
        try watch.beginWriting(in: db)
        if isInitialImport {
            try InitialImport.begin(in: db)
        } else if try InitialImport.isUnfinished(in: db) {
            for step in InitialImport.ending { try step(db) }
        }
        try db.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS seen_\(watch.id)(id INTEGER PRIMARY KEY);
                DELETE FROM temp.seen_\(watch.id);
                """)
    }

    private static func find(_ source: Int64, in db: Database) throws -> (revision: String?, identity: String) {
        let find = try RawStatement(
            db, "SELECT revision, coalesce(identity, name) AS identity FROM source WHERE id = :id",
            ["id": .integer(source)])
        return try find.first { (revision: $0.optionalText("revision"), identity: $0.text("identity")) } ?? (nil, "")
    }
}
