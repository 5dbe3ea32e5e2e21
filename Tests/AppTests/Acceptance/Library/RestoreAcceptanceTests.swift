import Foundation
import TestTraits
import Testing
import FermataApp

@Suite("Story: I return to an earlier state of my library")
struct RestoreAcceptanceTests {
    @Test("Given a terminal, when I restore, then only yes replaces the library I see")
    func asksForConfirmation() async throws {
        try await withBackup { program, backup, id in
            let arguments = ["library", "restore", backup, "--library", program.library]
            for (answer, message, count) in [("n", "Nothing was restored.", 1), ("y", "The library is restored", 0)] {
                let errors = CapturedOutput()
                let console = Console(
                    output: CapturedOutput(), errors: errors, progressSize: { (80, 24) }, readResponse: { answer })
                #expect(await program.run(arguments, on: console) == 0)
                let shown = errors.text.replacing("\n", with: " ")
                #expect(shown.contains("Replace the library (5 songs, 1 bookmark, 0 playlists, 0 to-dos, changed "))
                #expect(shown.contains("by the backup \(backup) (5 songs, 0 bookmarks, "))
                #expect(shown.contains(message))
                #expect(try await program.column("id", "list --bookmarked").count == count)
            }
            let replaced = try #require(try program.names(in: "").first { $0.contains(".replaced-") })
            let path = program.home.appending(path: replaced).path
            let listed = try await program.run(["list", "--bookmarked", "--plain", "--fields", "id", "--library", path])
            #expect(listed.lines == [id])
        }
    }

    @Test("Given no terminal, then restoring needs --force, and names the replaced library")
    func requiresForce() async throws {
        try await withBackup { program, backup, _ in
            let refused = try await program.run("library restore \(backup)")
            #expect(refused.code == 64 && refused.errors.contains("Use --force to restore without confirmation."))
            #expect(try await program.column("id", "list --bookmarked").count == 1)
            let restored = try await program.run("library restore --force \(backup)")
            #expect(restored.code == 0, "\(restored.errors)")
            #expect(restored.errors.contains("The replaced library is now in \(program.library).replaced-"))
            #expect(try await program.column("id", "list --bookmarked").isEmpty)
        }
    }

    @Test("Given a missing or damaged library, when I restore, then it is there again", arguments: [true, false])
    func restoresUnreadableLibrary(isMissing: Bool) async throws {
        try await withBackup { program, backup, _ in
            if isMissing {
                for ending in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: program.library + ending)  // there may be no log
                }
            } else {
                try LibraryFile(path: program.library).overwrite(at: 0, count: 10_000)
            }
            #expect(try await program.run("library restore --force \(backup)").code == 0)
            #expect(try await program.column("id", "list").count == 5)
            #expect(try await LibraryFile(path: program.library).integrity() == ["ok"])
        }
    }

    @Test("Given a running server, when I restore, then it serves the restored library")
    func serverServesRestoredLibrary() async throws {
        try await SharedLibrary.band.withCopy { program in
            try await ServerProcess.run(program) { served in
                let ids = try await served.get("/api/music").column("id")
                let backup = program.home.appending(path: "backup.sqlite").path
                #expect(try await served.send("PUT", "/api/music/\(ids[0])/bookmark").status == 200)
                #expect(try await program.run("library backup \(backup)").code == 0)
                #expect(try await served.send("PUT", "/api/music/\(ids[1])/bookmark").status == 200)
                #expect(try await program.run("library restore --force \(backup)").code == 0)
                try await waitUntil { try await served.get("/api/music?bookmarked=true").column("id") == [ids[0]] }
                #expect(try await served.send("PUT", "/api/music/\(ids[2])/bookmark").status == 200)
                let bookmarked = try await program.column("id", "list --bookmarked")
                #expect(Set(bookmarked) == [ids[0], ids[2]])
            }
        }
    }

    @Test("Given a file that is no backup, when I restore, then the library stays")
    func refusesOtherFiles() async throws {
        try await withBackup { program, backup, _ in
            let text = try program.write("just some notes", to: "notes.txt").path
            let other = try await program.run("library restore --force \(text)")
            #expect(other.code == 65)
            #expect(other.errors == "Cannot read \(text): it is not a Fermata library. The library is unchanged.\n")
            try LibraryFile(path: backup).overwrite(at: 20_000, count: 10_000)
            let damaged = try await program.run("library restore --force \(backup)")
            #expect(damaged.code == 65)
            #expect(
                damaged.errors.hasPrefix("The backup \(backup) is damaged. Choose another backup, or repair a copy"))
            let missing = try await program.run("library restore --force \(text).none")
            #expect(missing.code == 66 && missing.errors.contains("the file does not exist"))
            #expect(try await program.column("id", "list --bookmarked").count == 1)
        }
    }

    @Test("Given a young listener, when I restore, then the question shows no counts")
    func hidesCounts() async throws {
        try await withBackup { program, backup, _ in
            let errors = CapturedOutput()
            let console = Console(
                output: CapturedOutput(), errors: errors, progressSize: { (80, 24) }, readResponse: { "n" })
            let arguments = ["library", "restore", backup, "--age", "12", "--library", program.library]
            #expect(await program.run(arguments, on: console) == 0)
            #expect(errors.text.contains("Replace the library (changed ") && !errors.text.contains("songs"))
        }
    }

    /// Runs the body with a backup and a later bookmark.
    private func withBackup(_ body: (_ program: Program, _ backup: String, _ id: String) async throws -> Void)
        async throws
    {
        try await SharedLibrary.story.withCopy { program in
            let backup = program.home.appending(path: "backup.sqlite").path
            #expect(try await program.run("library backup \(backup)").code == 0)
            let id = try #require(try await program.column("id", "list Changes").first)
            try await program.run("bookmark \(id)")
            try await body(program, backup, id)
        }
    }
}
