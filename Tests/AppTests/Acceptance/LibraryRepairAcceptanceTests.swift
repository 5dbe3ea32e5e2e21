import Foundation
import TestServer
import Testing

@Suite("Story: I find and repair damage of my library")
struct LibraryRepairAcceptanceTests {
    @Test("Given an intact library, when I check or repair it, then I see that it is intact")
    func reportsIntactLibrary() async throws {
        try await withSyncedLibrary { program in
            let check = try await program.run("library check")
            #expect(check.code == 0 && check.output.isEmpty && check.errors == "The library is intact.\n")
            let repair = try await program.run("library repair")
            #expect(repair.code == 0 && repair.errors == "The library is intact.\n")
            #expect(try await program.run("library check --json").output == "[]\n")
        }
    }

    @Test("Given damage that no list shows, when I check, then I see how to repair it")
    func repairsSilentDamage() async throws {
        try await withSyncedLibrary { program in
            let file = LibraryFile(path: program.library)
            try await file.execute("UPDATE music SET album_key = 'wrong' WHERE row = 7")
            #expect(try await program.run("list --json").code == 0)
            let check = try await program.run("library check")
            #expect(check.code == 65)
            #expect(check.output.contains("The text of 1 song does not match its stored sort key"))
            #expect(check.errors.contains("Repair it with: fermata library repair"))
            let repair = try await program.run("library repair --json --fields content,read,altered")
            #expect(repair.code == 0)
            #expect(repair.output.contains(#"{"content":"songs","read":300,"altered":1}"#))
            #expect(repair.errors.contains("was damaged. The damaged file is now \(program.library).damaged-"))
            #expect(try await program.run("library check").code == 0)
        }
    }

    @Test(
        "Given one flipped bit, when a command reads it, then I see the damage",
        arguments: [("source list", "httphttp://"), ("list --json", "Song 7Singer 7Album 7")])
    func detectsFlippedBit(command: String, before: String) async throws {
        try await withSyncedLibrary { program in
            let file = LibraryFile(path: program.library)
            try await file.checkpoint()
            try file.flipBit(after: Data(before.utf8))
            let check = try await program.run("library check")
            #expect(check.code == 65)
            #expect(check.output.contains("of the file is not what was written: its checksum is wrong."))
            let listed = try await program.run(command)
            #expect(listed.errors.contains("was damaged. The damaged file is now"), "\(listed.errors)")
            #expect(listed.errors.contains("1 page has a wrong checksum"), "\(listed.errors)")
            #expect(try await program.run("library check").code == 0)
        }
    }

    @Test("Given a check that found damage, then every screen says so until I repair it")
    func showsDamageNoticeEverywhere() async throws {
        try await InProcessServer.withBandLibrary { served in
            let program = served.program
            let notice = "The library is damaged. Repair it with: fermata library repair"
            #expect(try await !served.get("/").text.contains(notice))
            try await LibraryFile(path: program.library).execute(
                "UPDATE music SET album_key = 'wrong' WHERE row = 7")
            #expect(try await program.run("library check").code == 65)
            #expect(try await served.get("/").text.contains(notice))
            for command in ["list --json", "todo", "source list", "sync"] {
                #expect(try await program.run(command).errors.contains(notice), "\(command)")
            }
            #expect(try await program.run("library repair").code == 0)
            #expect(try await !program.run("list").errors.contains(notice))
        }
    }

    @Test("Given a file that is no library, when I repair it, then it stays as it is")
    func leavesOtherFileUnchanged() async throws {
        let program = try Program()
        let letter = Data("a letter to a friend".utf8)
        try letter.write(to: URL(filePath: program.library))
        let repair = try await program.run("library repair")
        #expect(repair.code == 65, "\(repair.errors)")
        #expect(try Data(contentsOf: URL(filePath: program.library)) == letter)
        let missing = program.home.appending(path: "missing.sqlite").path
        let check = try await program.run(["library", "check", "--library", missing])
        #expect(check.code == 66 && check.errors.contains("Cannot open the library \(missing)"), "\(check.errors)")
    }

    private func withSyncedLibrary(_ body: (Program) async throws -> Void) async throws {
        try await Program.withLibrary(of: .ndjson(count: 300)) { program, _ in
            try await body(program)
        }
    }
}
