import FermataContracts
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Story: I try it without any set-up")
struct DemoTests {
    /// The lyrics of the first three seconds of the tune.
    private static let sung = ["Here is a tune", "for this small tour,", "a line for each bar,"]
    private static let stepsWithoutPlayer = [
        "$ fermata play ", "Read its lyrics instead", "--at 0:01\n", "  Here is a tune\n▶ for this small tour,\n",
        "--at 0:03\n", "▶ and room for some more.\n", "11. The server stops.", "This is the end of the tour.",
    ]

    @Test("Given nothing, when I run the demo, then it shows each step and lists offline")
    func demoShowsEachStep() async throws {
        let (program, folder) = try demo()
        let outcome = try await program.launch(["demo"]).outcome()
        #expect(outcome.code == 0)
        let steps = [
            "1. A catalogue of", "$ fermata source add http http://127.0.0.1:", "2. Read its songs",
            "$ fermata sync",
            "3. List the songs", "$ fermata list --sort popular --limit 12", "4. Find songs by any part of a title",
            "$ fermata list 챔버오케", "5. Bookmark a song", "$ fermata bookmark ", "6. An artist’s page",
            "$ fermata artist ed sheeran", "playlist ", "related ",
            "7. Plan what to hear next", "$ fermata todo add Carols", "$ fermata todo show 1", "Lotte Concert Hall",
            "◉",
            "$ fermata todo check 1", "$ fermata todo\n", "Done", "✓ Carols",
            "8. Download a song", "--limit-rate 50k", "(stopped by Ctrl-C)", "$ fermata downloads", "waiting",
            "9. Resume the download", "$ fermata download\n", "339 kB", "downloaded", "$ fermata downloads --check",
            "10. Play the song with mpv", "$ fermata play ", "(stopped by q)",
            "11. The server stops.", "12. Without the server, the bookmarks are listed from disk",
            "$ fermata list --bookmarked --refresh", "This is the end of the tour.",
        ]
        try expect(steps, inOrderIn: outcome.output)
        // A busy computer may skip one of the lines, each of which lasts a second.
        let shown = Self.sung.map { "♪ " + $0 }.filter(outcome.errors.contains)
        #expect(shown.count >= 2)
        try expect(["▶ ", "Small Tune for a Tour – Fermata"] + shown, inOrderIn: outcome.errors)
        #expect(!outcome.errors.contains("for days and for days"))
        let last = try #require(outcome.output.range(of: "--bookmarked --refresh")).upperBound
        #expect(outcome.output[last...].contains("We Wish You A Merry Christ"))
        #expect(outcome.errors.contains("Offline: cannot reach http://127.0.0.1:"))
        #expect(outcome.errors.contains(/Showing what was stored (just now|\d+ \w+ ago)\./))
        try expectNothingLeft(in: folder, of: program)
    }

    @Test("Given my settings and an mpv that fails, then the demo uses only my audio output")
    func demoUsesOnlyAudioOutput() async throws {
        try await withCatalogueServer { server in
            var (program, folder) = try demo()
            let (music, programs) = (program.home.appending(path: "Music"), program.home.appending(path: "programs"))
            try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
            try Data("song".utf8).write(to: music.appending(path: "mine.mp3"))
            let settings = #""downloads": {"folder": "\#(music.path)"}, "player": {"audioOutput": "null"}"#
            try program.configure("{\"age\": 12, \"strict\": true, \"theme\": \"dark\", \(settings)}")
            program.environment["FERMATA_GEOCODER_URL"] = server.url("/search")
            try writeExecutable("#!/bin/sh\necho \"$@\" > \"$HOME/arguments\"\nexit 1\n", to: programs.path + "/mpv")
            program.environment["PATH"] = programs.path
            let outcome = try await program.launch(["demo"]).outcome()
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(outcome.errors.contains("mpv has ended unexpectedly."))
            #expect(!outcome.errors.contains("unknown setting"))
            try expect(Self.stepsWithoutPlayer, inOrderIn: outcome.output)
            #expect(!outcome.output.contains("mine.mp3"))
            #expect(try program.names(in: "Music") == ["mine.mp3"])
            #expect(server.requests.isEmpty)
            let arguments = try String(contentsOf: program.home.appending(path: "arguments"), encoding: .utf8)
            #expect(arguments.contains("--ao=null "))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("Given a demo that I stop with Ctrl-C, then it ends and removes its files")
    func demoEndsOnInterrupt() async throws {
        try await interruptDemos("interrupted demo", within: 1.5) { demo, folder in
            try await waitUntil {
                try !demo.isRunning || !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty
            }
        }
    }

    @Test("Given a demo that I stop with Ctrl-C as it starts, then it leaves nothing behind")
    func demoEndsOnEarlyInterrupt() async throws {
        try await interruptDemos("demo interrupted early", within: 0.3) { _, _ in }
    }

    /// Interrupts demos, each up to `seconds` after `wait` returns, and expects that they end and leave nothing behind.
    private func interruptDemos(
        _ name: String, within seconds: Double, after wait: (_ demo: RunningProgram, _ folder: URL) async throws -> Void
    ) async throws {
        let seed = SeededGenerator.seed(for: name)
        var generator = SeededGenerator(seed)
        var interrupted = 0
        for _ in 0..<2 {
            let (program, folder) = try demo()
            let demo = try program.launch(["demo"])
            try await wait(demo, folder)
            try await Task.sleep(for: .seconds(Double.random(in: 0...seconds, using: &generator)))
            // On a busy machine, the demo may have ended before the signal.
            let isInterrupted = demo.isRunning
            demo.send(SIGINT)
            let outcome = await demo.outcome()
            try expectNothingLeft(in: folder, of: program)
            guard isInterrupted else { continue }
            #expect(outcome.code == -SIGINT, "seed \(seed): \(outcome.errors)")
            #expect(!outcome.output.contains("This is the end of the tour."))
            interrupted += 1
        }
        #expect(interrupted > 0, "seed \(seed)")
    }

    private func expect(_ texts: [String], inOrderIn text: String) throws {
        var rest = text[...]
        for text in texts {
            let found = try #require(rest.range(of: text), "\(text) is missing")
            rest = rest[found.upperBound...]
        }
    }

    /// Returns a program and its folder for temporary files.
    private func demo() throws -> (Program, URL) {
        var program = try Program()
        let folder = program.home.appending(path: "temporary")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        program.environment["TMPDIR"] = folder.path
        return (program, folder)
    }

    private func expectNothingLeft(in folder: URL, of program: Program) throws {
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.home.path) == [folder.lastPathComponent])
    }
}
