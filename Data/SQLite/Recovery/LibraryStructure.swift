import GRDB

/// The tables, indexes, triggers and views of a library file, compared with those that this version creates.
///
/// A file from elsewhere can contain others, such as a trigger that deletes rows at the next change.
enum LibraryStructure {
    /// Whether a library has anything that its version does not create, or lacks a table or a view.
    ///
    /// Indexes may be missing, because an initial import creates them at its end.
    static func isForeign(in db: Database) throws -> Bool {
        let version = try LibraryMigration.version(of: db)
        guard let expected = try expected[version]?.get() else { return true }
        let found = try definitions(in: db)
        let missing = expected.filter { found[$0.key] != $0.value }
        return !found.allSatisfy { expected[$0.key] == $0.value } || missing.contains { $0.key.type != "index" }
    }

    private struct Name: Hashable {
        let type: String
        let name: String
    }

    /// The definitions in a library of each version, with all indexes.
    private static let expected = LibraryMigration.current.versions.reduce(into: [:]) { expected, version in
        expected[version] = Result {
            let queue = try DatabaseQueue(configuration: LibraryConnections.configuration(patience: .zero))
            try LibraryMigration.current.run(on: queue, upTo: version)
            return try queue.write { db in
                for index in LibraryMigration.current.lateIndexes(upTo: version) {
                    try db.execute(sql: index.sql)
                }
                return try definitions(in: db)
            }
        }
    }

    /// SQL by type and name, with white space made single spaces, because `ALTER TABLE` changes it.
    ///
    /// Leaves out the statistics of `ANALYZE`, and indexes of constraints, which a table's definition contains. SQLite
    /// defines the tables of full-text search, differently in other versions, so that only their columns are compared.
    private static func definitions(in db: Database) throws -> [Name: String] {
        let rows = try RawStatement(
            db, "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        var definitions: [Name: String] = [:]
        while try rows.step() {
            let name = Name(type: rows.text("type"), name: rows.text("name"))
            if name.type == "table", name.name.hasPrefix("sqlite_stat") { continue }
            definitions[name] = rows.text("sql").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        for name in definitions.keys where name.type == "table" && isOfFullTextSearch(name.name) {
            definitions[name] = try columns(of: name.name, in: db)
        }
        return definitions
    }

    /// Whether SQLite's full-text search creates a table.
    private static func isOfFullTextSearch(_ table: String) -> Bool {
        ["data", "idx", "content", "docsize", "config"].contains { table == "music_search_\($0)" }
    }

    /// The names, types and generation of a table's columns.
    private static func columns(of table: String, in db: Database) throws -> String {
        let sql = "SELECT name || ' ' || upper(type) || ' ' || hidden FROM pragma_table_xinfo(?)"
        return try String.fetchAll(db, sql: sql, arguments: [table]).joined(separator: ", ")
    }
}
