import GRDB

/// Looks for damage in all of a library.
enum LibraryIntegrity {
    /// Whether SQLite finds damage in tables, indexes or the full-text index. Changes nothing. Throws `DatabaseError`.
    static func isDamaged(_ db: Database) throws -> Bool {
        if try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") != "ok" { return true }
        // SQLite's own check leaves out the content of the full-text index.
        guard try db.tableExists("music_search") else { return false }
        try db.execute(sql: "INSERT INTO music_search(music_search, rank) VALUES ('integrity-check', 0)")
        return false
    }
}
