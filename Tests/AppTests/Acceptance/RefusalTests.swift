import Foundation
import TestServer
import Testing

@Suite("Bad input gets a clear error and the right code, and loses nothing")
struct RefusalTests {
    @Test("Given bad options, then the usage is printed")
    func refusesBadOptions() async throws {
        let cases: [String] = [
            "list --sort loudest", "list --limit -1", "list --limit many", "list --offset -5", "list --json --plain",
            "sync --fields colour", "list --refresh --offline", "list --age 200", "sing", "bookmark", "source add http",
        ]
        let program = try Program()
        try await program.createLibrary()
        for arguments in cases {
            let outcome = try await program.run(arguments)
            #expect(outcome.code == 64, "\(arguments)")
            #expect(outcome.output.isEmpty, "\(arguments)")
            #expect(!outcome.errors.isEmpty, "\(arguments)")
        }
    }

    @Test(
        "Given too few descriptors or too little memory, then the message says how to raise the limit",
        arguments: ["-n 4", "-n 5", "-n 8", "-n 16", "-v 300000"])
    func reportsLowLimits(limit: String) async throws {
        var program = try Program()
        program.launcher = ["sh", "-c", "ulimit \(limit) && exec \"$0\" \"$@\""]
        for arguments in ["--version", "list", "serve --port 0"] {
            let outcome = try await program.run(arguments.split(separator: " ").map(String.init))
            #expect(outcome.code == 75, "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains("ulimit \(limit.prefix(2))"))
        }
    }

    @Test(
        "Given bad options or --help, then the usage names the command in full",
        arguments: [
            ("list --sort loudest", "list"), ("todo add", "todo add"), ("todo --limit many", "todo"),
            ("list --help", "list"), ("todo list -h", "todo list"),
            ("help source add", "source add"), ("player --help", "player"),
        ])
    func namesCommandInUsage(arguments: String, command: String) async throws {
        let program = try Program()
        let outcome = try await program.run(arguments.split(separator: " ").map(String.init))
        let text = (outcome.output + outcome.errors).uppercased()
        let usage = try #require(text.firstRange(of: "USAGE: "))
        #expect(text[usage.upperBound...].hasPrefix("fermata \(command) ".uppercased()))
    }

    @Test("Given a word with a dash and no --, then the message shows the right command")
    func explainsDashedWord() async throws {
        let program = try Program()
        let outcome = try await program.run(["list", "hello", "-live", "--limit", "3"])
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("fermata list hello --limit 3 -- -live"))
    }

    @Test("Given a negative limit, then the message names the range, not a missing value")
    func explainsNegativeLimit() async throws {
        let program = try Program()
        for (command, message) in [
            ("list --limit -1", "The limit must be 0 or more."), ("list --offset -5", "The offset must be 0 or more."),
            ("artist a --related -1", "The value of --related must be 0 or more."), ("list --age -1", "from 0 to 150"),
        ] {
            let outcome = try await program.run(command)
            #expect(outcome.code == 64 && outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test("Given an address that cannot be a catalogue's, then it is not added")
    func refusesBadAddresses() async throws {
        let cases: [String] = [
            "ftp://example.org/x", "file:///etc/passwd", "http://user:secret@example.org/", "nonsense", "http://",
        ]
        let program = try Program()
        for address in cases {
            let outcome = try await program.run("source add http \(address)")
            #expect(outcome.code == 64, "\(address)")
            #expect(outcome.errors.contains("Cannot use these values for the source: "), "\(address)")
            #expect(!outcome.errors.contains("secret"), "\(address)")
            #expect(try await program.run("source list --json").output == "[]\n", "\(address)")
        }
    }

    @Test("Given an unknown kind of source or a used name, then it is not added")
    func refusesUnknownKindsAndUsedNames() async throws {
        let program = try Program()
        let unknown = try await program.run("source add gopher http://example.org/")
        #expect(unknown.errors.contains(/known kinds: .*command, .*file, .*folder, .*http, .*subsonic/))
        #expect(try await program.run("source add http http://127.0.0.1:1/ --name a").code == 0)
        #expect(try await program.run("source add http http://127.0.0.1:1/2 --name a").code == 64)
        #expect(
            try await program.run("sync nowhere").errors.contains("No source is named “nowhere”. Known sources: a."))
    }

    @Test("Given a bad catalogue, then I see its address and the reason, and songs stay")
    func reportsBadCatalogue() async throws {
        let cases: [(String, String)] = [
            ("<!DOCTYPE html><p>Hello", "HTML"), ("", "empty"), ("nonsense", "not JSON"), ("[]", "has no records"),
            (#"[{"title":""}]"#, "no valid records"), (#"[{"title":"a","duration":1},"#, "byte"),
        ]
        try await StoryCatalogue.withSyncedLibrary { program, server in
            for (content, reason) in cases {
                server.answer("/songs.ndjson", .json(content))
                let synced = try await program.run("sync")
                #expect(synced.code == 65, "\(content)")
                #expect(synced.errors.contains(server.url("/songs.ndjson")), "\(content)")
                #expect(synced.errors.contains(reason), "\(synced.errors)")
                #expect(try await program.column("title", "list").count >= 5, "\(content)")
            }
        }
    }

    @Test("Given a library path that cannot be used, then no file changes")
    func refusesBadLibraryPaths() async throws {
        let program = try Program()
        let missing = try await program.run(["list", "--library", program.home.path + "/nowhere/l.sqlite"])
        #expect(missing.code == 73)
        #expect(missing.errors.contains("does not exist"))
        let folder = try await program.run(["list", "--library", program.home.path])
        #expect(folder.code == 73)
        #expect(folder.errors.contains("it is a folder"))
        let diary = try program.write("Dear diary", to: "diary.txt")
        let other = try await program.run(["list", "--library", diary.path])
        #expect(other.code == 65)
        #expect(other.errors.contains("it is not a Fermata library"))
        #expect(try String(contentsOf: diary, encoding: .utf8) == "Dear diary")
    }

    @Test("Given invalid settings, then I see the key and the expected value")
    func explainsBadSettings() async throws {
        var program = try Program()
        program.environment["FERMATA_AGE"] = "old"
        let bad = try await program.run("list")
        #expect(bad.code == 64)
        #expect(
            bad.errors == "The setting “age” must be an integer from 0 to 150. "
                + "Correct it in the config file or in the environment variable FERMATA_AGE.\n")
        program.environment = [:]
        try program.configure("{")
        #expect(try await program.run("list").errors.contains("config.json as JSON"))
        try program.configure(#"{"age": 12, "http": {"attempts": 0}}"#)
        #expect(try await program.run("list").errors.contains("“http.attempts” must be an integer from 1 to 100"))
    }

    @Test("Given titles with control characters, then none reaches the terminal")
    func hidesControlCharacters() async throws {
        let title = #"a\u001b[31mb\u0000c\u202ed\u009be\u007ff"#
        let song = #"{"title":"\#(title)","singer":"\u001b]0;x\u0007","duration":1}"#
        try await Program.withLibrary(of: .json(song)) { program, _ in
            for form in ["", " --json", " --plain"] {
                let outcome = try await program.run("list" + form)
                let shown = (outcome.output + outcome.errors).unicodeScalars
                #expect(outcome.lines.count >= 1)
                #expect(!shown.contains { $0 != "\n" && $0 != "\t" && $0.properties.generalCategory == .control })
                #expect(!shown.contains("\u{202E}"))
            }
            #expect(
                try await program.rows("list").first?["title"] as? String == "a\u{1B}[31mb\0c\u{202E}d\u{9B}e\u{7F}f")
        }
    }

    @Test("Given a reader that closes the pipe, then the program ends quietly")
    func endsQuietlyOnClosedPipe() async throws {
        try await Program.withLibrary(of: .ndjson(count: 5_000), at: "/songs.ndjson") { program, _ in
            let process = try program.process(["list", "--json", "--library", program.library])
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            let ended = try process.start()
            _ = try output.fileHandleForReading.read(upToCount: 10)
            try output.fileHandleForReading.close()
            await ended()
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
            #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
        }
    }
}
