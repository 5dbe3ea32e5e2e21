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
        "DROP TRIGGER music_bookmarked",
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

    @Test("a trigger of an older version's file does not run during the migration", arguments: [2, 9, 14])
    func removesTriggersOfOlderVersion(version: Int) async throws {
        let subject = try await BackedUpLibrary()
        let old = subject.folder.path("old")
        try OldLibrary.make(at: old, from: subject.path, version: version, isFilled: true)
        try change(old, Self.trigger)
        try checkpoint(old)
        let titles = try await subject.titles()
        _ = try await subject.restore("old")
        #expect(try await subject.titles() == titles)
        let triggers = try await DatabaseQueue(path: subject.path, configuration: .patient).read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        }
        #expect(triggers == ["music_bookmarked"])
    }

    @Test("an older version's file with views or lasting triggers is refused")
    func refusesOlderVersion() async throws {
        let subject = try await BackedUpLibrary()
        let changes = [
            Self.trigger
                + "; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = 'TRIGGER' WHERE name = 'hostile'",
            "CREATE VIEW hostile AS SELECT 1",
        ]
        for (number, sql) in changes.enumerated() {
            let old = subject.folder.path("old\(number)")
            try OldLibrary.make(at: old, from: subject.path, version: 9, isFilled: true)
            try change(old, sql)
            try checkpoint(old)
            await #expect(throws: BackupError.foreignStructure(path: old)) {
                try await subject.restore("old\(number)")
            }
        }
    }

    private static let trigger = "CREATE TRIGGER hostile AFTER UPDATE ON source BEGIN DELETE FROM music; END"

    @Test("statistics of ANALYZE are accepted")
    func acceptsStatistics() async throws {
        let subject = try await BackedUpLibrary()
        try await subject.backUp(to: "backup")
        try change(subject.folder.path("backup"), "ANALYZE")
        _ = try await subject.restore("backup")
    }
}
