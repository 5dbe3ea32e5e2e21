import FermataDomain
import GRDB

/// The state that a sync of playlists reads before its first batch.
struct PlaylistSyncStart: Sendable {
    let source: Int64
    let revision: String?
    /// The name that ids of the source's playlists and records are made with.
    let identity: String
    /// Whether these are the first playlists, so that the index by record is created once at the end.
    let isInitialImport: Bool

    /// Throws `SourceError.notFound`.
    init(source name: String, in db: Database) throws {
        let find = try RawStatement(
            db,
            "SELECT id, playlists_revision, coalesce(identity, name) AS identity FROM source WHERE name = :name",
            ["name": .text(name)])
        let found = try find.first {
            (id: $0.integer("id"), revision: $0.optionalText("playlists_revision"), identity: $0.text("identity"))
        }
        guard let found else {
            throw try SourceError.unknown(source: name, in: db)
        }
        source = found.id
        revision = found.revision
        identity = found.identity
        isInitialImport = try Self.isEmpty(db)
    }

    /// Prepares the first batch; also creates the index that an interrupted import left out.
    func prepare(_ db: Database) throws {
        let index = LibrarySchema.entryRecord
        let isFilled = try !isInitialImport || !Self.isEmpty(db)
        try db.execute(sql: isFilled ? index.sql : "DROP INDEX IF EXISTS \(index.name)")
        let seen = Self.seen(source)
        try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS \(seen)(id INTEGER PRIMARY KEY); DELETE FROM temp.\(seen)")
    }

    /// The name of the temporary table of playlists that the sync has seen.
    static func seen(_ source: Int64) -> String { "seen_playlists_\(source)" }

    private static func isEmpty(_ db: Database) throws -> Bool {
        try Row.fetchOne(db, sql: "SELECT 1 FROM playlist LIMIT 1") == nil
    }
}
