internal import FermataDomain
internal import GRDB

/// The state that a sync reads before its first batch.
struct MusicSyncStart: Sendable {
    let bit: Int64
    let revision: String?
    /// Whether the library is empty, so that indexes are created once at the end.
    let isFirstFill: Bool

    /// Throws `LibraryError.noSuchSource`.
    init(source: String, in db: Database) throws {
        let found = try Self.find(source, in: db)
        bit = SourceSet.bit(of: found.id)
        revision = found.revision
        isFirstFill = try Row.fetchOne(db, sql: "SELECT 1 FROM music LIMIT 1") == nil
    }

    /// Prepares the first batch; also completes an interrupted initial import.
    func prepare(_ db: Database) throws {
        if isFirstFill {
            try InitialImport.begin(in: db)
        } else if try InitialImport.isUnfinished(in: db) {
            for step in InitialImport.ending { try step(db) }
        }
        try db.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS seen_\(SourceSet.source(of: bit))(id INTEGER PRIMARY KEY);
                DELETE FROM temp.seen_\(SourceSet.source(of: bit));
                """)
    }

    /// Throws `SourceError.notFound` if the source was removed since the sync started.
    static func check(that source: String, has bit: Int64, in db: Database) throws {
        guard try SourceSet.bit(of: find(source, in: db).id) == bit else {
            throw try LibraryError.unknown(source: source, in: db)
        }
    }

    private static func find(_ source: String, in db: Database) throws -> (id: Int64, revision: String?) {
        let find = try RawStatement(db, "SELECT id, revision FROM source WHERE name = ?", [.text(source)])
        guard let found = try find.first({ (id: $0.integer(0), revision: $0.optionalText(1)) }) else {
            throw try LibraryError.unknown(source: source, in: db)
        }
        return found
    }
}
