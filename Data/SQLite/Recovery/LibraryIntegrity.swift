import FermataDomain
import GRDB

/// SQLite's own checks of a database.
enum LibraryIntegrity {
    private static let findingsLimit = 100

    /// Whether SQLite finds damage in tables, indexes or the search index. Changes nothing. Throws `DatabaseError`.
    static func isDamaged(_ db: Database) throws -> Bool {
        guard try isConsistent(db) else { return true }
        try checkSearchIndex(db, againstNames: false)
        return false
    }

    /// Whether pages, tables and indexes agree.
    static func isConsistent(_ db: Database) throws -> Bool {
        try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") == "ok"
    }

    /// Returns SQLite's findings in pages, tables and indexes, up to `findingsLimit`. Throws `DatabaseError`.
    static func findings(in db: Database) throws -> Set<LibraryFinding> {
        let rows = try String.fetchCursor(db, sql: "PRAGMA integrity_check(\(findingsLimit))")
        var messages: [String] = []
        do {
            while let message = try rows.next() { messages.append(message) }
        } catch let error as DatabaseError where error.isDamage && !messages.isEmpty {
            // SQLite names unreadable pages first, and stops where it needs their rows.
        }
        if messages == ["ok"] { return [] }
        let names = try? String.fetchSet(db, sql: "SELECT name FROM sqlite_schema")  // unreadable: no names are known
        return IntegrityReport(messages, names: names ?? []).findings
    }

    /// Checks the search index, which SQLite's own check leaves out; `againstNames` compares it with all songs' names.
    ///
    /// Changes nothing, but needs a connection that may write. Throws `DatabaseError`, for damage `.SQLITE_CORRUPT`.
    static func checkSearchIndex(_ db: Database, againstNames: Bool) throws {
        guard try db.tableExists("music_search") else { return }
        SearchFunctions.add(to: db)
        let rank = againstNames ? 1 : 0
        try db.execute(sql: "INSERT INTO music_search(music_search, rank) VALUES ('integrity-check', \(rank))")
    }
}
