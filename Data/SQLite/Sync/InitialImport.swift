internal import GRDB

/// The first filling of an empty library: what costs time per row is put off and done once, at the end.
enum InitialImport {
    /// The full-text index is written in large pieces that are not merged while they come.
    static func begin(in db: Database) throws {
        try configure(["automerge": 0, "crisismerge": 1_000, "hashsize": 4 << 20], in: db)
    }

    /// Whether a first fill was begun and never ended, by `kill -9` say.
    static func isUnfinished(in db: Database) throws -> Bool {
        try !LibrarySchema.lateIndexes.allSatisfy { try db.indexExists($0.name) }
    }

    /// Whether the library holds just what this filling has added, and goes on without indexes.
    ///
    /// Where another program fills it too, what is there has to be looked up from now on.
    static func isAlone(added count: Int, in db: Database) throws -> Bool {
        guard try isUnfinished(in: db) else { return false }
        if try Int.fetchOne(db, sql: "SELECT max(row) FROM music") ?? 0 == count { return true }
        for step in ending { try step(db) }
        return false
    }

    /// What is left to do at the end, indexes last since they tell whether it was done.
    ///
    /// Each step stands by itself, so that others get their turn between them.
    static var ending: [@Sendable (Database) throws -> Void] {
        [
            { try $0.execute(sql: "INSERT INTO music_search(music_search) VALUES ('optimize')") },
            { try configure(["automerge": 4, "crisismerge": 16, "hashsize": 1 << 20], in: $0) },
        ] + LibrarySchema.lateIndexes.map { index in { try $0.execute(sql: index.sql) } }
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
