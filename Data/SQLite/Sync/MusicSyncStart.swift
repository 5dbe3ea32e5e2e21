import FermataDomain
import GRDB

/// The state that a sync reads before its first batch.
struct MusicSyncStart: Sendable {
    let detector: SyncConflictDetector
    let revision: String?
    /// Whether the library is empty, so that indexes are created once at the end.
    let isInitialImport: Bool

    /// Throws `SourceError.notFound`.
    init(source: String, in db: Database) throws {
        detector = try SyncConflictDetector(source, readsPlaylists: false, in: db)
        let find = try RawStatement(db, "SELECT revision FROM source WHERE id = \(detector.id)")
        revision = try find.first { $0.optionalText("revision") } ?? nil
        isInitialImport = try Row.fetchOne(db, sql: "SELECT 1 FROM music LIMIT 1") == nil
    }

    var sourceMask: Int64 { SourceMask.mask(of: detector.id) }

    /// Prepares the first batch; also completes an interrupted initial import.
    func prepare(_ db: Database) throws {
        try detector.beginWriting(in: db)
        if isInitialImport {
            try InitialImport.begin(in: db)
        } else if try InitialImport.isUnfinished(in: db) {
            for step in InitialImport.ending { try step(db) }
        }
        try db.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS seen_\(detector.id)(id INTEGER PRIMARY KEY);
                DELETE FROM temp.seen_\(detector.id);
                """)
    }
}
