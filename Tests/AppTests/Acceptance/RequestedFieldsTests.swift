import Foundation
import TestServer
import Testing

@Suite("Each command checks and prints the fields that are requested")
struct RequestedFieldsTests {
    @Test("an import with an unknown field adds no to-do")
    func importsNothing() async throws {
        let program = try Program()
        try await program.run("todo add Gig")
        let toDo = "BEGIN:VTODO\nSUMMARY:Record\nEND:VTODO\n"
        let file = try program.write("BEGIN:VCALENDAR\nVERSION:2.0\n\(toDo)END:VCALENDAR\n", to: "a.ics")
        try await expectRefusal(of: "todo import \(file.path)", by: program)
        #expect(try await program.column("title", "todo") == ["Gig"])
    }

    @Test(
        "a command with an unknown field neither repairs nor removes a download",
        arguments: ["downloads --check", "library check", "download --remove {song}"])
    func leavesDownload(command: String) async throws {
        try await BandCatalogue.withSyncedLibrary { program, server in
            server.answer("/audio/1.mp3", .audio(Data(repeating: 1, count: 1_000)))
            let id = try await program.id("perfect")
            let file = try #require(try await program.rows("download \(id)").first?["file"] as? String)
            try Data("changed".utf8).write(to: URL(filePath: file))
            try await expectRefusal(of: command.replacing("{song}", with: id), by: program)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "changed")
        }
    }

    @Test("a command with an unknown field leaves the player as it is", arguments: ["", " --json"])
    func leavesPlayer(form: String) async throws {
        let program = try Program()
        try await program.createLibrary()
        try await program.run("player volume 50")
        try await expectRefusal(of: "player volume 70" + form, by: program)
        #expect(try await program.rows("player status").first?["volume"] as? Int == 50)
    }

    @Test("a page with an unknown field is refused", arguments: ["player", "player status", "todo show 1"])
    func refusesPage(command: String) async throws {
        let program = try Program()
        try await program.run("todo add Gig")
        try await expectRefusal(of: command, by: program)
    }

    @Test(
        "requested fields are columns of a table, in place of a page or a message",
        arguments: [
            ("player --fields state,volume", ["State", "Volume", "stopped", "100"]),
            ("player volume 50 --fields volume", ["Volume", "50"]),
            ("todo show 1 --fields title,number", ["Title", "N", "Gig", "1"]),
            ("undo --fields action,title", ["Action", "Title", "add", "Gig"]),
        ])
    func printsTable(command: String, words: [String]) async throws {
        let program = try Program()
        try await program.run("todo add Gig")
        let outcome = try await program.run(command)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let printed = outcome.output.split { $0.isWhitespace }
        #expect(printed.map(String.init) == words)
    }

    /// Runs a command with an unknown field, and expects an error about it and no output.
    private func expectRefusal(of command: String, by program: Program) async throws {
        let outcome = try await program.run(command + " --fields bogus")
        #expect(outcome.code == 64 && outcome.output.isEmpty, "\(command): \(outcome.output)")
        #expect(outcome.errors.contains("No field is named “bogus”."), "\(command): \(outcome.errors)")
    }
}
