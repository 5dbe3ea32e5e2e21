import GRDB

/// The first import into an empty library: it builds indexes once at the end instead of per row.
enum InitialImport {
    /// Writes the full-text index in large segments without merging them meanwhile.
    static func begin(in db: Database) throws {
        try configure(["automerge": 0, "crisismerge": 1_000, "hashsize": 4 << 20], in: db)
    }

    /// Whether an earlier initial import was interrupted, for example by `kill -9`.
    static func isUnfinished(in db: Database) throws -> Bool {
        try !LibrarySchema.lateIndexes.allSatisfy { try db.indexExists($0.name) }
    }

    /// Whether the library contains only rows of this import, so that it can continue without indexes.
    ///
    /// If another sync adds rows too, existing rows must be looked up from then on.
    static func continues(added count: Int, isOnlySync: Bool, in db: Database) throws -> Bool {
        guard try isUnfinished(in: db) else { return false }
        if isOnlySync, try Int.fetchOne(db, sql: "SELECT max(row) FROM music") ?? 0 == count { return true }
        for step in ending { try step(db) }
        return false
    }

    /// The remaining steps at the end. Indexes come last, because their presence marks completion.
    ///
    /// Each step is a transaction of its own, so that other writers can proceed between them.
    static var ending: [@Sendable (Database) throws -> Void] {
        [
            { try $0.execute(sql: "INSERT INTO music_search(music_search) VALUES ('optimize')") },
            { try configure(["automerge": 4, "crisismerge": 16, "hashsize": 1 << 20], in: $0) },
        ] + LibrarySchema.idIndexes.map(create) + [{ try PlayCounts.restore(in: $0) }]
            + MusicOrdering.all.map(\.index).map(create)
    }

    private static func create(_ index: SQLIndex) -> @Sendable (Database) throws -> Void {
        { try $0.execute(sql: index.sql) }
    }

    /// Source: https://www.sqlite.org/fts5.html#special_insert_commands
    private static func configure(_ options: [String: Int], in db: Database) throws {
        for (option, value) in options {
            try db.execute(
                sql: "INSERT INTO music_search(music_search, rank) VALUES (?, ?)", arguments: [option, value])
        }
    }
}

extension Database {
    fileprivate func indexExists(_ name: String) throws -> Bool {
        try Row.fetchOne(
            self, sql: "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?", arguments: [name]) != nil
    }
}
