import FermataDomain
import GRDB

/// The state that a sync of playlists reads before its first batch.
struct PlaylistSyncStart: Sendable {
    let detector: SyncConflictDetector
    let revision: String?
    /// Whether these are the first playlists, so that the index by record is created once at the end.
    let isInitialImport: Bool

    /// Throws `SourceError.notFound`.
    init(source name: String, in db: Database) throws {
        detector = try SyncConflictDetector(name, readsPlaylists: true, in: db)
        let find = try RawStatement(db, "SELECT playlists_revision FROM source WHERE id = \(detector.id)")
        revision = try find.first { $0.optionalText("playlists_revision") } ?? nil
        isInitialImport = try Self.isEmpty(db)
    }

    var source: Int64 { detector.id }

    /// Prepares the first batch; also creates the index that an interrupted import left out.
    func prepare(_ db: Database) throws {
        try detector.beginWriting(in: db)
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
