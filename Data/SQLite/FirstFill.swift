internal import GRDB

/// The first filling of an empty library: what costs time per row is put off and done once, at the end.
enum FirstFill {
    /// The full-text index is written in large pieces that are not merged while they come.
    static func begin(in db: Database) throws {
        try configure(["automerge": 0, "crisismerge": 1_000, "hashsize": 4 << 20], in: db)
    }

    /// Whether a first fill was begun and never ended, by `kill -9` say.
    static func isUnfinished(in db: Database) throws -> Bool {
        try !LibrarySchema.lateIndexes.allSatisfy { try db.indexExists($0.name) }
    }

    /// What is left to do at the end; each step stands by itself, so that others get their turn between them.
    static var ending: [@Sendable (Database) throws -> Void] {
        LibrarySchema.lateIndexes.map { index in { try $0.execute(sql: index.sql) } } + [
            { try $0.execute(sql: "INSERT INTO music_search(music_search) VALUES ('optimize')") },
            { try configure(["automerge": 4, "crisismerge": 16, "hashsize": 1 << 20], in: $0) },
        ]
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
