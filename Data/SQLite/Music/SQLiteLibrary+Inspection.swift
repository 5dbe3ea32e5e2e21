package import FermataDomain
internal import GRDB
internal import Synchronization

/// What tests look at and set.
extension SQLiteLibrary {
    /// The SQL that reading the window of a query runs.
    package func statements(reading query: MusicQuery) async throws -> [String] {
        try await read { db in
            let statements = Mutex<[String]>([])
            db.trace { event in statements.withLock { $0.append(event.expandedDescription) } }
            defer { db.trace(options: []) }
            try MusicSelection(query, in: db, names: try SourceNameCache(db)).forEach(in: db) { _ in }
            return statements.withLock { $0 }
        }
    }

    /// The SQL that runs while a body reads; only of a library that nothing was written to yet.
    package func statements(while body: () async throws -> Void) async throws -> [String] {
        let statements = Statements()
        try await read { db in db.trace { event in statements.list.withLock { $0.append(event.expandedDescription) } } }
        try await body()
        try await read { db in db.trace(options: []) }
        return statements.list.withLock { $0 }
    }

    /// The SQL that runs while a body writes.
    package func writingStatements(while body: () async throws -> Void) async throws -> [String] {
        let statements = Statements()
        let pool = try pool()
        try await pool.writeWithoutTransaction { db in
            db.trace { event in statements.list.withLock { $0.append(event.expandedDescription) } }
        }
        try await body()
        try await pool.writeWithoutTransaction { db in db.trace(options: []) }
        return statements.list.withLock { $0 }
    }

    /// Reads what has no end.
    package func readEndlessly() async throws {
        try await read { db in
            let rows = try RawStatement(
                db,
                """
                WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT max(n) FROM endless
                """)
            _ = try rows.step()
        }
    }

    /// Changes the library with SQL.
    package func change(_ sql: String) async throws {
        try await write { try $0.execute(sql: sql) }
    }

    /// Lets the file grow to no more than so many pages, as a full disk does.
    package func limitPages(to count: Int) async throws {
        try await write { try $0.execute(sql: "PRAGMA max_page_count = \(count)") }
    }

    /// Whether a change is flushed to the disk before it is acknowledged: SQLite's `synchronous = FULL`.
    package func isDurable() async throws -> Bool {
        try await pool().writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") == 2 }
    }

    /// Moves what is in the log into the file itself.
    package func checkpoint() async throws {
        try await pool().writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }
}

private final class Statements: Sendable {
    let list = Mutex<[String]>([])
}
