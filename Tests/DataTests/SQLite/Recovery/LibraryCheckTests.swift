import FermataContracts
import FermataData
import FermataDomain
import Foundation
import GRDB
import Testing

@Suite("A check of a library's file")
struct LibraryCheckTests {
    @Test("finds nothing in an intact library")
    func findsNothingInIntactLibrary() async throws {
        #expect(try await DamagedLibrary().file.check().isEmpty)
    }

    @Test("throws for a file that does not exist, and for another program's file")
    func rejectsOtherFiles() async throws {
        let folder = try TemporaryFolder()
        let missing = folder.path("missing.sqlite")
        await #expect(throws: LibraryError.cannotOpen(path: missing, .missing)) {
            try await SQLiteLibraryFile(path: missing, now: { Date() }).check()
        }
        let empty = folder.path("empty.sqlite")
        #expect(FileManager.default.createFile(atPath: empty, contents: nil))
        await #expect(throws: LibraryError.cannotOpen(path: empty, .notALibrary)) {
            try await SQLiteLibraryFile(path: empty, now: { Date() }).check()
        }
        let other = folder.path("other.sqlite")
        try Data("a letter to a friend".utf8).write(to: URL(filePath: other))
        await #expect(throws: LibraryError.cannotOpen(path: other, .notALibrary)) {
            try await SQLiteLibraryFile(path: other, now: { Date() }).check()
        }
    }

    @Test(
        "finds rows that contradict each other",
        arguments: [
            ("UPDATE music SET title = 'Wrong' WHERE row = 7", [.text(.music, 1)]),
            ("UPDATE music SET artist_key = 'wrong' WHERE row IN (7, 8)", [.text(.music, 2)]),
            ("UPDATE music SET title_order = x'7E' WHERE row = 7", [.text(.music, 1)]),
            ("UPDATE music SET album_artist = 'Wrong' WHERE row IN (7, 8)", [.text(.music, 2)]),
            ("UPDATE music SET album_artist_key = 'wrong' WHERE row = 7", [.text(.music, 1)]),
            ("UPDATE lyrics SET music = 7 WHERE row = 200", [.references(.music, 1)]),
            ("UPDATE lyrics SET row = 9999 WHERE row = 200", [.references(.music, 1)]),
            ("INSERT INTO music_search(rowid, text) VALUES (9999, 'more')", [.search]),
            ("INSERT INTO music_search(music_search, rowid, text) VALUES ('delete', 7, 'song')", [.search]),
            ("UPDATE music_search_data SET block = zeroblob(length(block)) WHERE id > 10", [.search]),
            ("UPDATE todo SET title = 'Wrong' WHERE number = 3", [.text(.toDos, 1)]),
            ("UPDATE playlist SET name = 'Wrong' WHERE row < 4", [.text(.playlists, 3)]),
            ("UPDATE playlist SET name = 'Wrong' WHERE row = 3", [.text(.playlists, 1)]),
            ("INSERT INTO recording(record, id, row) VALUES (7, x'01', 7)", [.references(.music, 1)]),
            ("INSERT INTO merged_record VALUES (7, 'Low', 'Bowie', 'Low', 9, 0, NULL)", [.references(.music, 1)]),
            ("INSERT INTO star(record, source, key) VALUES (7, 0, '7')", [.references(.music, 1)]),
            ("INSERT INTO music_artist VALUES ('low', 9999, 'Low')", [.references(.music, 1)]),
            ("INSERT INTO music_artist VALUES ('wrong', 7, 'Low'), ('eno', 7, 'Eno')", [.text(.music, 1)]),
            (
                "INSERT INTO album VALUES (1, 1, 7, 'low', 'bowie', NULL, NULL, NULL, NULL, 0, NULL, NULL, 0)",
                [.references(.music, 1)]
            ),
            ("UPDATE music SET album = 'Low', album_key = 'low' WHERE row IN (7, 8)", [.references(.music, 2)]),
            ("INSERT INTO album_genre VALUES ('rock', 9999, 1, 1, 1)", [.references(.music, 2)]),
            ("INSERT INTO genre VALUES ('rock', 1, 1, 1, 1, 1, 1)", [.references(.music, 1)]),
            ("UPDATE record SET row = 9999 WHERE row = 7", [.references(.music, 1)]),
            ("UPDATE record SET source = 7 WHERE row = 7", [.references(.music, 1)]),
            ("UPDATE playlist SET source = 7 WHERE row < 3", [.references(.playlists, 2)]),
            ("UPDATE playlist_entry SET playlist = 9999 WHERE playlist = 7", [.references(.playlistEntries, 10)]),
        ] as [(String, Set<LibraryFinding>)])
    func findsContradictingRows(change sql: String, findings: Set<LibraryFinding>) async throws {
        let library = try await DamagedLibrary(first: 200)
        try change(library.path, sql)
        #expect(Set(try await library.file.check()) == findings)
        _ = try #require(try library.file.repairBlocking())
        #expect(try await library.file.check().isEmpty)
    }

    @Test("finds an index that differs from its table")
    func findsDifferingIndex() async throws {
        let library = try await DamagedLibrary()
        // Indexes follow their table in the file. They store a title from its first lowercase word on.
        let text = Data("number 567".utf8)
        let offset = try #require(try library.bytes().range(of: text, options: .backwards)).lowerBound
        try library.overwriteWithValidChecksum(at: offset, with: Array("w".utf8))
        let findings = try await library.file.check()
        let isOneIndex = if case .index(_, 1)? = findings.first { findings.count == 1 } else { false }
        #expect(isOneIndex, "\(findings)")
    }

    @Test(
        "names the index or the table that SQLite names",
        arguments: [
            ("todo", "day TEXT", "day TEXT NOT NULL", .table("todo", 60)),
            ("todo_order", "(done", "(number", .index("todo_order", 60)),
            ("todo_order", "position)", "position) WHERE number > 1", .index("todo_order", 0)),
        ] as [(String, String, String, LibraryFinding)])
    func namesDamagedPart(name: String, old: String, new: String, finding: LibraryFinding) async throws {
        let library = try await DamagedLibrary()
        try changeDefinition(of: name, in: library, from: old, to: new)
        #expect(try await Set(library.file.check()) == [.structure, finding])
    }

    @Test("names hostile indexes as the file does")
    func namesHostileIndex() async throws {
        let library = try await DamagedLibrary()
        let name = "row 1 in index \u{1B}[31m\u{202E} x"
        try change(library.path, "CREATE INDEX \"\(name)\" ON todo(done, position)")
        try changeDefinition(of: name, in: library, from: "(done", to: "(number")
        #expect(try await Set(library.file.check()) == [.structure, .index(name, 60)])
    }

    @Test("finds pages that no table has")
    func findsUnusedPages() async throws {
        let library = try await DamagedLibrary()
        try change(library.path, "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'todo_order'")
        #expect(try await library.file.check() == [.file])
    }

    /// Changes the definition of a table or an index, but not its rows.
    private func changeDefinition(of name: String, in library: DamagedLibrary, from old: String, to new: String) throws
    {
        try change(
            library.path,
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, '\(old)', '\(new)') WHERE name = '\(name)'
            """)
    }

    @Test("finds a damaged header")
    func findsDamagedHeader() async throws {
        let library = try await DamagedLibrary()
        try library.overwrite(at: 0, with: [UInt8](repeating: 0x55, count: 40))
        #expect(try await library.file.check() == [.file])
    }

    @Test("finds nothing in a library that was just created")
    func findsNothingInNewLibrary() async throws {
        let path = try TemporaryFolder().path("library.sqlite")
        _ = try SQLiteLibrary(path: path)
        let file = SQLiteLibraryFile(path: path, now: { Date() })
        #expect(try await file.check().isEmpty)
        #expect(try await file.repair() == nil)
    }
}
