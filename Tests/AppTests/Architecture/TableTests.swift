import Foundation
import Testing

@Suite("The tables of the library")
struct TableTests {
    @Test("only the owner of a table writes it")
    func onlyOwnerWrites() throws {
        let write = SourcePattern(
            #"\b(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM) (?:main\.)?([a-z_]+)\b(?!\.|\(\1)"#)
        let comment = SourcePattern(#"//[^\n]*"#)
        let tables = try Self.tables()
        var writers: [String: Set<String>] = [:]
        for file in try SourceTree.swiftFiles(in: "Data") where !file.path.hasPrefix("Data/SQLite/Migrations/") {
            for match in file.text.replacingMatches(of: comment, with: "").matches(of: write)
            where tables.contains(match[1]) {
                writers[match[1], default: []].insert(file.path)
            }
        }
        #expect(Set(writers.keys) == tables)
        for (table, files) in writers {
            #expect(files.count == 1, "\(table) is written in \(files.sorted())")
            let isCache = table.hasPrefix("geoco")
            let folder = table.hasPrefix("undo") ? "Undo" : "Tables"
            #expect(isCache || files.allSatisfy { $0.hasPrefix("Data/SQLite/\(folder)/") }, "\(table): \(files)")
        }
    }

    /// The names of the tables of the schema that rows are written to.
    private static func tables() throws -> Set<String> {
        let schema = try #require(
            SourceTree.swiftFiles(in: "Data/SQLite/Migrations").first { $0.path.hasSuffix("LibrarySchema.swift") })
        let create = SourcePattern(#"CREATE (?:VIRTUAL )?TABLE ([a-z_]+)"#)
        return Set(schema.text.matches(of: create).map { $0[1] }).subtracting(["music_search_trigram"])
    }
}
