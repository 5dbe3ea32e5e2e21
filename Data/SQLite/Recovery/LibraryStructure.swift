import GRDB

/// The tables, indexes, triggers and views of a library file, compared with those that this version creates.
///
/// A file from elsewhere can contain others, such as a trigger that deletes rows at the next change.
enum LibraryStructure {
    /// Whether a database of the present version has anything that the version does not create, or lacks a table, a view
    /// or the trigger. Indexes may be missing, because an initial import creates them at its end.
    static func isForeign(in db: Database) throws -> Bool {
        let (found, expected) = (try definitions(in: db), try expected.get())
        let missing = expected.filter { found[$0.key] != $0.value }
        return !found.allSatisfy { expected[$0.key] == $0.value } || missing.contains { $0.key.type != "index" }
    }

    /// Removes all triggers of a library of an earlier version, so that none runs during the migration.
    ///
    /// Returns false if the library has a view or another object that no version creates.
    static func removeTriggers(in db: Database) throws -> Bool {
        for (name, _) in try definitions(in: db) {
            switch name.type {
            case "trigger": try db.execute(sql: "DROP TRIGGER \(name.name.quotedDatabaseIdentifier)")
            case "table", "index": break
            case "view" where name.name == SearchTextSchema.view: break
            // SQLite also runs a trigger whose type is written in capitals, but does not remove it.
            default: return false
            }
        }
        return true
    }

    private struct Name: Hashable {
        let type: String
        let name: String
    }

    /// The definitions in a library with all indexes.
    private static let expected = Result {
        let queue = try DatabaseQueue(configuration: LibraryConnections.configuration(patience: .zero))
        try LibrarySchema.migrator().migrate(queue)
        return try queue.write { db in
            for index in LibrarySchema.lateIndexes + [LibrarySchema.entryRecord] {
                try db.execute(sql: index.sql)
            }
            return try definitions(in: db)
        }
    }

    /// SQL by type and name, with white space made single spaces, because `ALTER TABLE` changes it.
    ///
    /// Leaves out the statistics of `ANALYZE`, and indexes of constraints, which a table's definition contains. GRDB and
    /// SQLite define some tables, differently in other versions, so that only their columns are compared.
    private static func definitions(in db: Database) throws -> [Name: String] {
        let rows = try RawStatement(
            db, "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        var definitions: [Name: String] = [:]
        while try rows.step() {
            let name = Name(type: rows.text("type"), name: rows.text("name"))
            if name.type == "table", name.name.hasPrefix("sqlite_stat") { continue }
            definitions[name] = rows.text("sql").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        for name in definitions.keys where name.type == "table" && isDefinedByLibrary(name.name) {
            definitions[name] = try columns(of: name.name, in: db)
        }
        return definitions
    }

    /// Whether GRDB, or SQLite's full-text search, creates a table.
    private static func isDefinedByLibrary(_ table: String) -> Bool {
        table == "grdb_migrations"
            || ["data", "idx", "content", "docsize", "config"].contains { table == "music_search_\($0)" }
    }

    /// The names, types and generation of a table's columns.
    private static func columns(of table: String, in db: Database) throws -> String {
        let sql = "SELECT name || ' ' || upper(type) || ' ' || hidden FROM pragma_table_xinfo(?)"
        return try String.fetchAll(db, sql: sql, arguments: [table]).joined(separator: ", ")
    }
}
