import FermataDomain
import Foundation
import GRDB

/// Compares some songs with their sort keys, search texts, indexes and records. O(log n) for each.
struct LibrarySampleCheck {
    private let rows: String

    init(rows: [Int64]) {
        self.rows = rows.map(String.init).joined(separator: ", ")
    }

    func findings(in db: Database) throws -> Set<LibraryFinding> {
        let content = try LibraryContentCheck.musicFindings(in: db, where: "row IN (\(rows))")
        return try content.union(references(in: db)).union(searchFindings(in: db))
            .union(indexFindings(of: "music", where: "row IN (\(rows))", in: db))
            .union(indexFindings(of: "record", where: "row IN (\(rows))", in: db))
    }

    /// Finds songs of a source without a record. Before an initial import has ended, no index finds records by row.
    private func references(in db: Database) throws -> Set<LibraryFinding> {
        if try InitialImport.isUnfinished(in: db) { return [] }
        let count = try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM music WHERE row IN (\(rows)) AND sources <> 0
                    AND NOT EXISTS (SELECT 1 FROM record WHERE record.row = music.row)
                """)
        return if let count, count > 0 { [.references(.music, count)] } else { [] }
    }

    /// Finds songs that the search index does not find by the beginning of their search text.
    private func searchFindings(in db: Database) throws -> Set<LibraryFinding> {
        let texts = try RawStatement(db, "SELECT row, text FROM music_search_text WHERE row IN (\(rows))")
        while try texts.step() {
            let term = SearchTextIndex.Term(text: texts.text("text"))
            guard term.hasTrigram else { continue }  // names too short for the search index
            let found = SearchTextIndex.rows(matching: [[term]])
            let search = try RawStatement(db, "\(found.sql) AND rowid = :row", found.values)
            search.bind(texts.integer("row"), to: "row")
            if try search.first({ _ in true }) == nil { return [.search] }
        }
        return []
    }

    /// Looks the rows of a table up in each of its indexes.
    private func indexFindings(of table: String, where condition: String, in db: Database) throws -> Set<LibraryFinding>
    {
        try Set(
            TableIndex.all(of: table, in: db).compactMap { index in
                let count = try Int.fetchOne(db, sql: index.countOfMissingRows(where: condition)) ?? 0
                return count > 0 ? .index(index.name, count) : nil
            })
    }
}

/// An index, as the file defines it.
private struct TableIndex {
    let name: String
    private let table: String
    private let columns: [String]
    /// The condition of a partial index.
    private let condition: String

    /// Leaves out indexes of expressions.
    static func all(of table: String, in db: Database) throws -> [TableIndex] {
        let rows = try RawStatement(
            db, "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = :table AND sql IS NOT NULL",
            ["table": .text(table)])
        var indexes: [TableIndex] = []
        while try rows.step() {
            let (name, definition) = (rows.text("name"), rows.text("sql"))
            let columns = try String?.fetchAll(db, sql: "SELECT name FROM pragma_index_info(?)", arguments: [name])
            guard !columns.isEmpty, !columns.contains(nil) else { continue }
            let condition = definition.range(of: " WHERE ").map { "(\(definition[$0.upperBound...]))" } ?? "1"
            indexes.append(
                TableIndex(name: name, table: table, columns: columns.compactMap(\.self), condition: condition))
        }
        return indexes
    }

    private init(name: String, table: String, columns: [String], condition: String) {
        (self.name, self.table, self.columns, self.condition) = (name, table, columns, condition)
    }

    /// Counts rows that the index does not contain with the values of the table.
    func countOfMissingRows(where selection: String) -> String {
        let equal = columns.map { "entry.\"\($0)\" IS expected.\"\($0)\"" }.joined(separator: " AND ")
        return """
            SELECT count(*) FROM "\(table)" AS expected WHERE \(selection) AND \(condition) AND NOT EXISTS (
                SELECT 1 FROM "\(table)" AS entry INDEXED BY "\(name)"
                    WHERE \(equal) AND entry.rowid = expected.rowid AND \(condition))
            """
    }
}
