import Foundation
import Testing
import FermataApp

@Suite("Story: I take what I made to another library")
struct ExportAcceptanceTests {
    @Test("Given an export, when I import it, then all six documents are restored")
    func importsExport() async throws {
        try await withExport { program, folder in
            #expect(
                try program.names(in: "export")
                    == [
                        "albums-and-artists.json", "bookmarks.json", "playlists.json", "ratings.json", "sources.json",
                        "todos.ics",
                    ])
            let other = try Program(home: program.home.appending(path: "other"))
            let first = try await other.run("library import \(folder) --json")
            #expect(first.code == 0 && first.errors.hasPrefix("2 bookmarks wait for their songs."), "\(first.errors)")
            #expect(
                first.lines == [
                    "[", #"{"kind":"sources","added":1,"alreadyThere":0,"waiting":0,"skipped":0},"#,
                    #"{"kind":"bookmarks","added":0,"alreadyThere":0,"waiting":2,"skipped":0},"#,
                    #"{"kind":"ratings","added":0,"alreadyThere":0,"waiting":1,"skipped":0},"#,
                    #"{"kind":"albumsAndArtists","added":2,"alreadyThere":0,"waiting":0,"skipped":0},"#,
                    #"{"kind":"playlists","added":4,"alreadyThere":0,"waiting":0,"skipped":0},"#,
                    #"{"kind":"toDos","added":1,"alreadyThere":0,"waiting":0,"skipped":0}"#, "]",
                ])
            let waiting = try await other.run("list --bookmarked").errors
            #expect(waiting.contains("2 bookmarks wait for their songs."))
            #expect(try await !other.run("list --bookmarked --age 12").errors.contains("wait"))
            try await other.run("sync")
            #expect(try await !other.run("list --bookmarked").errors.contains("wait"))
            let bookmarked = try await program.column("id", "list --bookmarked")
            #expect(try await other.column("id", "list --bookmarked") == bookmarked && bookmarked.count == 2)
            #expect(try await other.column("title", "list rating:4") == ["Perfect"])
            #expect(try await other.column("name", "albums rating:5") == ["÷"])
            #expect(try await other.column("name", "artists --bookmarked") == ["Ed Sheeran"])
            #expect(try await other.column("title", "playlist love") == program.column("title", "playlist love"))
            #expect(try await other.column("title", "todo") == ["Buy a record"])
            let again = try await other.run("library import \(folder)")
            #expect(again.code == 0 && again.output.contains("0 added, 2 already exist"), "\(again.output)")
            #expect(try await other.column("id", "list --bookmarked") == bookmarked)
            #expect(try await other.column("name", "playlists").count == 4)
            #expect(try await other.column("title", "todo").count == 1)
        }
    }

    @Test("Given an export, when I read its documents, then I recognize my music")
    func writesReadableDocuments() async throws {
        try await withExport { program, folder in
            let bookmarks = try String(contentsOfFile: folder + "/bookmarks.json", encoding: .utf8)
            #expect(bookmarks.contains(#""title" : "Perfect""#) && bookmarks.contains(#""artist" : "Ed Sheeran""#))
            let ratings = try String(contentsOfFile: folder + "/ratings.json", encoding: .utf8)
            #expect(ratings.contains(#""title" : "Perfect""#) && ratings.contains(#""rating" : 4"#))
            let playlists = try String(contentsOfFile: folder + "/playlists.json", encoding: .utf8)
            #expect(playlists.contains(#""name" : "Love Songs""#) && playlists.contains(#""title" : "Stitches""#))
        }
    }

    @Test("Given a folder with files, when I export, then only --force replaces documents")
    func refusesOtherFiles() async throws {
        try await withExport { program, folder in
            let refused = try await program.run("library export \(folder)")
            #expect(
                refused.code == 73 && refused.errors.hasPrefix("Cannot write \(folder): it is not empty. Use --force"))
            try Data("mine".utf8).write(to: URL(filePath: folder + "/notes.txt"))
            #expect(try await program.run("library export --force \(folder)").code == 0)
            #expect(try program.names(in: "export").contains("notes.txt"))
        }
    }

    @Test("Given bad records, when I import, then I see which ones were skipped and why")
    func reportsSkippedRecords() async throws {
        let program = try Program()
        let folder = program.home.appending(path: "export").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let documents = [
            "bookmarks": #"[{"id": "00000000000000aa"}, {"title": "x"}]"#,
            "sources":
                #"[{"name": "a", "kind": "tape", "address": "x"}, {"name": "b", "kind": "http", "address": "y"}]"#,
            "playlists": #"[{"id": "00000000000000bb", "name": "P", "source": "at\u001Btic", "entries": []}]"#,
        ]
        for (name, records) in documents {
            try Data("{\"version\": 2, \"\(name)\": \(records)}".utf8).write(
                to: URL(filePath: "\(folder)/\(name).json"))
        }
        let outcome = try await program.run("library import \(folder)")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("sources, number 1: “tape” is not a kind of source"))
        #expect(outcome.errors.contains("sources, number 2: the address is not a valid URL"))
        #expect(outcome.errors.contains("bookmarks, number 2: id is missing"))
        #expect(outcome.errors.contains("playlists, number 1: the library has no source named “at"))
        #expect(!outcome.errors.contains("\u{1B}"))
        #expect(outcome.output.contains("0 added, 1 waits for its music, 1 skipped"))
    }

    @Test("Given no library, when I export or back up, then I see its path")
    func refusesMissingLibrary() async throws {
        let program = try Program()
        let target = program.home.appending(path: "target").path
        for command in ["export", "backup"] {
            let outcome = try await program.run("library \(command) \(target)")
            #expect(outcome.code == 66, "\(command)")
            #expect(outcome.errors.hasPrefix("Cannot open the library \(program.library): the file does not exist."))
            try Data().write(to: URL(filePath: program.library))
            let empty = try await program.run("library \(command) \(target)")
            #expect(empty.code != 0 && empty.errors.hasPrefix("Cannot open the library \(program.library): "))
            #expect(try Data(contentsOf: URL(filePath: program.library)).isEmpty)
            try FileManager.default.removeItem(atPath: program.library)
            #expect(try program.names(in: "").isEmpty, "\(command)")
        }
    }

    @Test("Given broken documents, when I import, then the others are imported")
    func importsOtherDocuments() async throws {
        try await withExport { program, folder in
            let other = try Program(home: program.home.appending(path: "other"))
            try Data(#"{"source": []}"#.utf8).write(to: URL(filePath: folder + "/sources.json"))
            try Data("BEGIN:VCALENDAR\r\n".utf8).write(to: URL(filePath: folder + "/todos.ics"))
            let outcome = try await other.run("library import \(folder)")
            #expect(outcome.code == 65)
            #expect(outcome.output.contains("0 added, 2 wait for their music"))
            #expect(
                outcome.errors.contains("Cannot read \(folder)/sources.json: the document is not an object with an"))
            #expect(outcome.errors.contains("Cannot read \(folder)/todos.ics: "), "\(outcome.errors)")
        }
    }

    @Test("Given invalid records only, when I import, then the exit code says so")
    func refusesInvalidRecordsOnly() async throws {
        let program = try Program()
        try program.write(#"{"bookmarks": [{"id": "8000000000000000"}]}"#, to: "bookmarks.json")
        let outcome = try await program.run("library import \(program.home.path)")
        #expect(outcome.code == 65 && outcome.output.contains("0 added, 1 skipped"))
        #expect(outcome.errors.contains("is not an id: 16 hexadecimal digits, the first from 0 to 7"))
        #expect(outcome.errors.contains("Nothing was imported: every record was skipped."))
    }

    @Test("Given no documents, when I import, then I see what is missing")
    func reportsMissingDocuments() async throws {
        let program = try Program()
        let outcome = try await program.run("library import \(program.home.path)")
        #expect(outcome.code == 66)
        #expect(
            outcome.errors.hasPrefix("The folder \(program.home.path) has no document of an export. Its documents are"))
        let none = try await program.run("library import \(program.home.path)/none")
        #expect(none.code == 66 && none.errors.contains("the file does not exist"))
    }

    /// Runs the body with the export of playlists, two bookmarks (one of an explicit song), a rating and a to-do.
    private func withExport(_ body: (_ program: Program, _ folder: String) async throws -> Void) async throws {
        try await BandCatalogue.withSyncedLibrary { program, _ in
            for title in ["Perfect", "River"] {
                let id = try #require(try await program.column("id", "list \(title)").first)
                try await program.run("bookmark \(id)")
            }
            try await program.run("rate 4 perfect")
            try await program.run("rate 5 --album ÷")
            try await program.run("bookmark --artist sheeran")
            try await program.run(words: ["todo", "add", "Buy a record"])
            let folder = program.home.appending(path: "export").path
            let outcome = try await program.run("library export \(folder)")
            #expect(outcome.code == 0 && outcome.errors == "The documents are in \(folder).\n", "\(outcome.errors)")
            try await body(program, folder)
        }
    }
}
