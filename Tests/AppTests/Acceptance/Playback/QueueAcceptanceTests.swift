import FermataApp
import Foundation
import TestServer
import Testing

@Suite("Story: I change what plays next, and when it stops", .timeLimit(.minutes(3)))
struct QueueAcceptanceTests {
    @Test("Given a queue, when I insert, move and remove songs, then it has the new order")
    func editsQueue() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            func numbers() async throws -> [String] { try await program.column("number", "player queue") }
            for title in ["one", "two", "three"] { try await program.run("player add \(program.id(title))") }
            #expect(try await program.run("player add --next title:mute").code == 0)
            #expect(try await program.column("title", "player queue") == ["Mute", "One", "Two", "Three"])
            #expect(try await program.run("player move 3 1 --next").code == 0)
            #expect(try await numbers() == ["3", "1", "4", "2"])
            #expect(try await program.run("player move 4 --before 3").code == 0)
            #expect(try await numbers() == ["4", "3", "1", "2"])
            #expect(try await program.run("player move 3 --to-end").code == 0)
            #expect(try await numbers() == ["4", "1", "2", "3"])
            #expect(try await program.run("player remove 4 2").code == 0)
            #expect(try await numbers() == ["1", "3"])
            for command in ["player move 3 9 --next", "player move 3 --before 9", "player remove 3 9"] {
                let missing = try await program.run(command)
                #expect(missing.code == 66 && missing.errors.contains("number 9"), "\(command): \(missing.errors)")
            }
            #expect(try await numbers() == ["1", "3"])
        }
    }

    @Test("Given a hidden song in the queue, when a young listener moves it, then it seems to be missing")
    func hidesExplicitEntry() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            for title in ["one", "curse", "two"] { try await program.run("player add \(program.id(title))") }
            for command in ["player move 2 --to-end", "player move 1 --before 2", "player remove 1 2"] {
                let hidden = try await program.run(command + " --age 12")
                let missing = try await program.run(command.replacing("2", with: "9"))
                #expect(hidden.code == 66 && hidden.errors == missing.errors.replacing("9", with: "2"), "\(command)")
            }
            #expect(try await program.run("player move 3 --next --age 12").code == 0)
            #expect(try await program.column("number", "player queue") == ["3", "1", "2"])
        }
    }

    @Test("Given music that plays, then tables on a terminal mark it, and undoing changes what plays")
    func marksAndUndoes() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            catalogue.lengthenSongs()
            func table(_ words: String) async throws -> String {
                let output = CapturedOutput()
                let console = Console(
                    output: output, errors: CapturedOutput(), style: TableStyle(width: 100),
                    outputSize: { (100, 200) })
                _ = await program.run(
                    words.split(separator: " ").map(String.init) + ["--library", program.library], on: console)
                return output.text
            }
            let lists = ["list", "list two --sort title", "album waves", "artist band"]
            for list in lists { #expect(try await !table(list).contains("▶"), "\(list)") }
            let playing = try program.launch("play --album Waves")
            try await catalogue.wait(for: "state", "playing")
            try await program.run("player next")
            try await catalogue.wait { $0["title"] as? String == "Two" }
            for list in lists {
                let marked = try await table(list).split(separator: "\n").filter { $0.contains("▶") }
                #expect(marked.count == 1 && marked[0].contains("Two"), "\(list): \(marked)")
            }
            #expect(try await !program.run("list").output.contains("▶"))
            let before = try await program.column("number", "player queue")
            try await program.run("player remove 1 3")
            #expect(try await program.run("undo").errors.contains("Undone: removed 2 songs from the queue."))
            #expect(try await program.column("number", "player queue") == before)
            #expect(try await program.run("player status --json").output.contains("\"title\":\"Two\""))
            try await program.run("player stop")
            #expect(await playing.outcome().code == 0)
        }
    }

    @Test("Given two programs that move songs at once, then both moves are made")
    func movesAtOnce() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            try await program.run("player add --all waves")
            let (first, second) = (
                try program.launch("player move 1 --to-end"), try program.launch("player move 2 --to-end")
            )
            let codes = (await first.outcome().code, await second.outcome().code)
            #expect(codes == (0, 0))
            let numbers = try await program.column("number", "player queue")
            #expect(numbers.prefix(4) == ["3", "4", "5", "6"] && Set(numbers.suffix(2)) == ["1", "2"])
        }
    }

    @Test("Given music that plays, when I insert a song, then it plays next; when I stop after it, then it ends there")
    func stopsAfterSong() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            catalogue.lengthenSongs()
            let playing = try program.launch("play --album Waves --repeat all")
            try await catalogue.wait(for: "state", "playing")
            try await program.run("player add --next title:three")
            try await program.run("player next")
            try await catalogue.wait { $0["state"] as? String == "playing" && $0["title"] as? String == "Three" }
            #expect(try await program.run("player sleep 1h30m").output.contains("stops in 90 min"))
            #expect(try await program.rows("player status").first?["sleep"] as? Int == 5_400)
            #expect(try await program.rows("player sleep off").first?["sleep"] is NSNull)
            #expect(try await program.run("player stop-after").output.contains("stops after this song"))
            #expect(try await program.rows("player stop-after off").first?["stopsAfterSong"] as? Bool == false)
            try await program.run("player stop-after")
            try await program.run("player seek 1:59")
            #expect(await playing.outcome().code == 0)
            let status = try #require(try await program.rows("player status").first)
            #expect(status["state"] as? String == "stopped" && status["title"] as? String == "Two")
            #expect(status["stopsAfterSong"] as? Bool == false)
        }
    }

    @Test("Given nothing that plays, or bad words, then the exit code says so")
    func refusesCommands() async throws {
        let commands: [(String, Int32)] = [
            ("player sleep 30m", 66), ("player stop-after", 66), ("player sleep 30", 64), ("player sleep 25h", 64),
            ("player stop-after on", 64), ("player move 1 --next", 66), ("player move 1", 64),
            ("player move --next", 64),
            ("player move 1 --next --to-end", 64), ("player remove", 64), ("player remove 1 2", 66),
            ("play --all --resume", 64), ("play --all --playlist x", 64),
        ]
        try await SharedLibrary.story.withCopy { program in
            for (command, code) in commands {
                let outcome = try await program.run(command)
                #expect(outcome.code == code && !outcome.errors.isEmpty, "\(command): \(outcome.errors)")
            }
        }
    }

    @Test("Given a library, when I play all of it, then its songs are queued by album")
    func playsAll() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            let titles = try await program.column("title", "list --sort album")
            catalogue.lengthenSongs()
            let playing = try program.launch("play --all")
            try await catalogue.wait(for: "state", "playing")
            #expect(try await program.column("title", "player queue") == titles)
            try await program.run("player stop")
            let outcome = await playing.outcome()
            #expect(outcome.code == 0 && !outcome.errors.contains("--limit"))
        }
    }

    @Test(
        "Given more songs than a queue has room for, when I play all, then play says how many",
        arguments: ["", " --shuffle"])
    func playsPart(option: String) async throws {
        try await withCatalogueServer { server in
            let lines = (0..<1_100).map { #"{"id":"\#($0)","singer":"Band","title":"Song \#($0)","duration":60}"# }
            server.answer("/songs.ndjson", .json(lines.joined(separator: "\n")))
            var program = try Program()
            try await program.addAndSyncSource(server.url("/songs.ndjson"))
            // The songs are chosen before the missing player is reported.
            program.environment["PATH"] = "/nowhere"
            let part = try await program.run("play --all" + option)
            #expect(part.code == 69 && part.errors.contains("Playing 1,000 songs of the library."), "\(part.errors)")
            #expect(try await !program.run("play --all --limit 1000" + option).errors.contains("Playing 1,000"))
        }
    }
}
