import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("A library file with tables, triggers or views of other programs")
struct ForeignStructureTests {
    private static let changes = [
        "CREATE TRIGGER hostile AFTER UPDATE OF bookmarked ON music BEGIN DELETE FROM todo; END",
        "CREATE VIEW hostile AS SELECT 1",
        "ALTER TABLE todo ADD COLUMN hostile AS (number + 1)",
        "PRAGMA legacy_alter_table = ON; ALTER TABLE star RENAME TO stars",
        "DROP TABLE held_bookmark",
        "CREATE TABLE other(a)",
        "CREATE UNIQUE INDEX hostile ON music(id, title)",
        "DROP INDEX music_by_title; CREATE INDEX music_by_title ON music(artist_key)",
    ]

    @Test("is not restored", arguments: changes)
    func isNotRestored(sql: String) async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        let backup = subject.folder.path("backup")
        try change(backup, sql)
        try checkpoint(backup)
        let titles = try await subject.titles()
        await #expect(throws: BackupError.foreignStructure(path: backup)) { try await subject.restore("backup") }
        #expect(try await subject.titles() == titles)
        #expect(try subject.names() == ["backup", "library.sqlite"])
    }

    @Test("is found by a check, and repaired by copying its rows", arguments: changes)
    func isRepaired(sql: String) async throws {
        let library = try await DamagedLibrary(first: 200)
        let before = try await library.content()
        try change(library.path, sql)
        #expect(try await library.file.check() == [.structure])
        _ = try #require(try library.file.repairBlocking())
        #expect(try await library.file.check() == [])
        #expect(try await library.content() == before)
    }

    @Test("statistics of ANALYZE are accepted")
    func acceptsStatistics() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        try change(subject.folder.path("backup"), "ANALYZE")
        _ = try await subject.restore("backup")
    }
}
