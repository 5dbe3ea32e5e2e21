import Foundation
import TestTraits
import Testing

@Suite("Story: I mistype the path of my library", .timeLimit(.minutes(3)))
struct MissingLibraryTests {
    /// Every command that needs an existing library.
    static let commandsWithExistingLibrary = [
        "list", "list --refresh", "show abc", "albums", "album x", "genres", "artists", "artist x", "duplicates",
        "playlists", "playlist x", "playlist show x", "playlist new x", "playlist add x abc", "playlist insert x 1 abc",
        "playlist move x 1 2", "playlist remove x 1", "playlist rename x y", "playlist share x",
        "playlist delete x --force",
        "playlist copy x", "playlist save x abc", "playlist import {file}", "playlist export x {file}.m3u8",
        "undo", "undo --list", "downloads",
        "downloads --clear-failed", "downloads --clear-removed", "source list", "todo", "todo list", "todo show 1",
        "todo export {file}", "browse",
        "serve --port 0", "library check", "library repair", "library backup {file}", "library export {file}",
        "lyrics abc", "play", "play abc", "history", "player status", "player toggle", "player pause", "player resume",
        "player next", "player previous", "player seek 1", "player volume 5", "player repeat all", "player shuffle",
        "player queue", "player add 1", "player move 1 --to-end", "player remove 1", "player jump 1", "player clear",
        "player stop", "player run",
        "player sleep 5m", "player stop-after", "bookmark abc", "unbookmark abc", "rate 5 abc", "sync", "download abc",
        "source set radio --name a", "source remove radio",
        "user add anna --no-password", "user list", "user change anna --admin", "user remove anna",
        "user password anna", "user key anna",
        "todo edit 1 --title a", "todo check 1", "todo uncheck 1", "todo remove 1",
    ]

    /// Commands that may create the library at a path, and those without a library.
    private static let otherCommands: Set<String> = [
        "source add", "todo add", "todo import", "library import", "library restore", "demo", "help", "config list",
        "config get", "config set", "config unset",
    ]

    @Test(
        "Given a missing file, when a command needs a library, then it creates none",
        arguments: commandsWithExistingLibrary.filter { $0 != "browse" })
    func createsNoLibrary(command: String) async throws {
        let program = try Program()
        let outcome = try await program.run(command.replacing("{file}", with: program.home.path + "/new.ics"))
        #expect(outcome.code == 66 && outcome.output.isEmpty)
        #expect(
            outcome.errors
                == "Cannot open the library \(program.library): the file does not exist. Choose another file with --library. "
                + "To create a library there, add a source: fermata source add folder ~/Music --library PATH\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.home.path).isEmpty)
    }

    @Test("Given a path without a file, when I browse it, then no screen opens and no file is created")
    func browsesNoMissingLibrary() async throws {
        var program = try Program(home: Self.homeWithLineBreakInMessage())
        program.environment = ["TERM": "xterm-256color"]
        let terminal = try BareTerminal()
        let end = try terminal.start(program.process(["browse", "--library", program.library]))
        await end()
        try await terminal.wait(for: "the file does not exist")
        #expect(!FileManager.default.fileExists(atPath: program.library))
    }

    /// A home whose path has 34 characters, so that 80 columns end within “the file does not exist”.
    private static func homeWithLineBreakInMessage() -> URL {
        let directory = URL.ofTest()
        return directory.appending(path: String(repeating: "a", count: max(1, 33 - directory.path.count)))
    }

    @Test("Given a setting that names a missing file, then it is not created")
    func followsSettings() async throws {
        var program = try Program()
        program.environment["FERMATA_LIBRARY"] = program.library
        #expect(try await program.run(["list"]).code == 66)
        #expect(!FileManager.default.fileExists(atPath: program.library))
        program.environment = [:]
        #expect(try await program.run(["list", "--json"]).output == "[]\n")
    }

    @Test("Given all commands, then each either needs an existing library or may create one")
    func listIsComplete() async throws {
        let commands = try await CommandHelp.ofProgram().leaves
        let existing = Set(
            Self.commandsWithExistingLibrary.compactMap { command in
                commands.first { (command + " ").hasPrefix($0 + " ") }
            })
        #expect(existing.isDisjoint(with: Self.otherCommands))
        #expect(Set(commands) == existing.union(Self.otherCommands))
    }
}
