import Foundation
import TestServer
import Testing

@Suite("Story: I hear my music", .timeLimit(.minutes(3)))
struct PlayAcceptanceTests {
    @Test("Given missing songs in a queue, when I shuffle it, then it is played to its end")
    func playsQueueToEnd() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            // In a process of its own, because a busy test process could miss the status of a song of two seconds.
            let outcome = try await catalogue.program.spawn("play waves --seed 4")
            #expect(outcome.code == 0 && outcome.output == "")
            let played = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("▶") }
            let order = try await catalogue.program.column("title", "player queue")
            #expect(Set(order) == Set(PlayCatalogue.titles))
            // A line such as: ▶ 0:00 / 0:02  One – Band
            let titles = played.compactMap { line in PlayCatalogue.titles.first { line.contains("  \($0) – ") } }
            #expect(titles == order.filter { !["Gone", "Mute"].contains($0) })
            #expect(outcome.errors.contains("“Gone” was skipped: its audio cannot be read."))
            #expect(outcome.errors.contains("“Mute” was skipped: it has no audio."))
            let status = try #require(try await catalogue.program.rows("player status").first)
            #expect(status["state"] as? String == "stopped")
            #expect(status["position"] is NSNull)
            #expect(status["shuffled"] as? Bool == true)
        }
    }

    @Test("Given an adult's queue, when a young listener resumes it, then explicit songs stay hidden")
    func hidesExplicitSongs() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let id = try await catalogue.program.id("curse")
            #expect(try await catalogue.program.spawn("play \(id)").errors.contains("  Curse – "))
            let heard = catalogue.server.requests.count { $0.path == "/audio/Curse" }
            #expect(heard > 0)
            let resumed = try await catalogue.program.run("play --resume --age 12")
            #expect(!resumed.errors.contains("Curse"))
            #expect(try await catalogue.program.run("player queue --age 12").output == "")
            let status = try await catalogue.program.run("player status --json --age 12").output
            #expect(!status.contains("Curse") && status.contains(#""count":null"#))
            #expect(catalogue.server.requests.count { $0.path == "/audio/Curse" } == heard)
        }
    }

    @Test("Given a young listener, when I play an album, then its explicit songs are not queued")
    func leavesOutExplicitSongs() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            catalogue.lengthenSongs()
            let playing = try program.launch("play --album Waves --age 12")
            try await catalogue.wait(for: "state", "playing")
            let titles = PlayCatalogue.titles.filter { $0 != "Curse" }
            #expect(try await Set(program.column("title", "player queue")) == Set(titles))
            try await program.run("player stop")
            #expect(await playing.outcome().code == 0)
        }
    }

    @Test("Given a program that plays, then others control it, and a second one is refused")
    func controlsPlayer() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            catalogue.lengthenSongs()
            let playing = try program.launch("play --album Waves --repeat all")
            try await catalogue.wait(for: "state", "playing")
            let paused = try #require(try await program.rows("player pause").first)
            #expect(paused["state"] as? String == "paused")
            #expect(try await program.rows("player next").first?["title"] as? String == "Two")
            try await catalogue.wait(for: "state", "playing")
            try await program.run("player pause")
            #expect(try await program.run("player seek 0:01").output.contains(" 0:01 / "))
            #expect(try await program.run("player seek -5").output.contains(" 0:00 / "))
            #expect(try await program.run("player volume 30").output.contains("volume 30 %"))
            #expect(try await program.run("player volume -5").output.contains("volume 25 %"))
            #expect(try await program.run("player repeat one").output.contains("repeat one"))
            #expect(try await program.run("player shuffle --seed 3").output.contains("shuffled"))
            #expect(try await program.rows("player shuffle --off").first?["shuffled"] as? Bool == false)
            #expect(try await program.run("player jump 3").output.contains("Three"))
            #expect(try await program.column("current", "player queue").firstIndex(of: "true") == 2)
            try await program.run("player remove 4")
            let id = try await program.id("one")
            try await program.run("player add \(id)")
            let titles = try await program.column("title", "player queue")
            #expect(titles == ["One", "Two", "Three", "Gone", "Mute", "One"])
            let second = try await program.run("play two")
            #expect(second.code == 75 && second.errors.contains("Another program already plays"))
            #expect(second.errors.contains("--add") && second.errors.contains("--replace"))
            let added = try await program.run("play two --add")
            #expect(added.code == 0 && added.errors == "Added 1 song to the queue that plays.\n", "\(added.errors)")
            #expect(try await program.column("title", "player queue") == titles + ["Two"])
            #expect(try await program.run("player stop").output.hasPrefix("■"))
            #expect(await playing.outcome().code == 0)
            try await catalogue.waitForEndOfPlayer()
            #expect(try await program.run("player toggle").code == 66)
            #expect(try await program.run("player volume 70").output.contains("volume 70 %"))
            try await program.run("player clear")
            try await program.run("player add \(id)")
            #expect(try await program.column("number", "player queue") == ["1"])
        }
    }

    @Test("Given a program that plays, when I replace it, then it ends and I hear the new songs")
    func replacesPlayer() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            catalogue.lengthenSongs()
            let first = try program.launch("play one --repeat all")
            try await catalogue.wait(for: "state", "playing")
            let second = try program.launch("play two --replace")
            #expect(await first.outcome().code == 0)
            try await catalogue.wait { $0["state"] as? String == "playing" && $0["title"] as? String == "Two" }
            #expect(try await program.column("title", "player queue") == ["Two"])
            try await program.run("player stop")
            #expect(await second.outcome().code == 0)
        }
    }

    @Test("Given a program that plays and no mpv, when I replace it, then its music continues")
    func keepsPlayingWithoutPlayer() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            catalogue.lengthenSongs()
            let first = try catalogue.program.launch("play one --repeat all")
            try await catalogue.wait(for: "state", "playing")
            let queue = try await catalogue.program.column("title", "player queue")
            var other = catalogue.program
            other.environment["PATH"] = "/nowhere"
            let refused = try await other.run("play two --replace")
            #expect(refused.code == 69 && refused.errors.contains("mpv is not installed"), "\(refused.errors)")
            #expect(try await catalogue.program.column("title", "player queue") == queue)
            try await catalogue.program.run("player stop")
            #expect(await first.outcome().code == 0)
        }
    }

    @Test("Given filters and a limit, when I shuffle, then any matching songs are queued, not the old queue")
    func shufflesMatchingSongs() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            try await program.run("player add title:mute")
            catalogue.lengthenSongs()
            let playing = try program.launch("play --shuffle --seed 4")
            try await catalogue.wait(for: "state", "playing")
            #expect(try await Set(program.column("title", "player queue")) == Set(PlayCatalogue.titles))
            try await program.run("player stop")
            #expect(await playing.outcome().code == 0)
            try await program.run("bookmark --all title:t")
            let chosen = try program.launch("play --shuffle --seed 5 --limit 2 waves --bookmarked --source radio")
            try await catalogue.wait(for: "state", "playing")
            let queue = try await program.column("title", "player queue")
            #expect(queue.count == 2 && Set(queue).isSubset(of: ["Two", "Three", "Mute"]), "\(queue)")
            try await program.run("player stop")
            #expect(await chosen.outcome().code == 0)
        }
    }

    @Test("Given a limit, when I play songs in their order, then only the first ones are queued", arguments: [1, 2])
    func playsFirstSongs(limit: Int) async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            for title in ["one", "two", "three"] { try await program.run("bookmark \(program.id(title))") }
            let titles = try await program.column("title", "list --bookmarked --sort album")
            catalogue.lengthenSongs()
            let playing = try program.launch("play --bookmarked --limit \(limit)")
            try await catalogue.wait(for: "state", "playing")
            #expect(try await program.column("title", "player queue") == Array(titles.prefix(limit)))
            try await program.run("player stop")
            #expect(await playing.outcome().code == 0)
        }
    }

    @Test("Given a killed program, when I resume, then the queue continues at its position")
    func continuesAfterKill() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            catalogue.lengthenSongs()
            let playing = try program.launch("play --album Waves --repeat all --seed 4")
            let song = try #require(try await catalogue.wait(for: "state", "playing")["title"] as? String)
            try await program.run("player next")
            try await catalogue.wait { $0["state"] as? String == "playing" && $0["title"] as? String != song }
            try await program.run("player pause")
            let last = try #require(try await program.rows("player seek 0:01").first)
            playing.send(SIGKILL)
            _ = await playing.outcome()
            try await catalogue.waitForEndOfPlayer()
            let stored = try #require(try await program.rows("player status").first)
            #expect(stored["state"] as? String == "stopped")
            #expect(stored["id"] as? String == last["id"] as? String)
            #expect(stored["elapsed"] as? Int == 1)
            let resumed = try program.launch("play")
            try await catalogue.wait(for: "state", "playing")
            #expect(try await program.rows("player pause").first?["repeat"] as? String == "all")
            try await program.run("player stop")
            let outcome = await resumed.outcome()
            #expect(outcome.code == 0)
            let line = try #require(outcome.errors.split(separator: "\n").first)
            #expect(line.hasPrefix("▶ ") && line.contains("  \(last["title"] as? String ?? "?") – "))
        }
    }

    @Test("Given no mpv, then play names the package to install, and the queue stays")
    func namesMissingPlayer() async throws {
        try await SharedLibrary.story.withCopy { program in
            var program = program
            program.environment["PATH"] = "/nowhere"
            let outcome = try await program.run("play changes")
            #expect(outcome.code == 69)
            #expect(outcome.errors.contains("mpv is not installed. Install the package mpv"))
            #expect(try await program.run("player queue").errors.contains("The queue is empty."))
        }
    }

    @Test("Given songs that cannot be played, then play names them and ends with an error")
    func failsWithoutPlayableSongs() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let outcome = try await catalogue.program.run("play title:gone")
            #expect(outcome.code == 66 && outcome.errors.contains("None of the songs could be played."))
            #expect(outcome.errors.contains("“Gone” was skipped: its audio cannot be read."))
            let one = try await catalogue.program.run("play title:mute,gone")
            #expect(one.code == 66 && one.errors.contains("No music matches “title:mute,gone”."))
        }
    }

    @Test("Given ids of which one is unknown or ambiguous, then play names it, as show does")
    func namesUnknownAndAmbiguousIDs() async throws {
        try await SharedLibrary.story.withCopy { program in
            let ids = try await program.column("id", "list")
            let unknown = try await program.run("play \(ids[0]) 0000000000000000")
            #expect(unknown.code == 66 && unknown.errors.contains("0000000000000000"), "\(unknown.errors)")
            #expect(try await program.run("show 0000000000000000").errors == unknown.errors)
            let groups = Dictionary(grouping: ids, by: { $0.prefix(1) }).values
            let candidates = try #require(groups.first { $0.count > 1 })
            let prefix = candidates[0].prefix(1)
            let ambiguous = try await program.run("play \(candidates[0]) \(prefix)")
            #expect(ambiguous.code == 64 && candidates.allSatisfy(ambiguous.errors.contains), "\(ambiguous.errors)")
            #expect(try await program.run("show \(prefix)").errors == ambiguous.errors)
        }
    }

    @Test("Given nothing to play or bad words, then the exit code says so")
    func refusesNothingToPlay() async throws {
        let commands: [(String, Int32)] = [
            ("play nosuchword", 66), ("play", 66), ("play changes --bookmarked", 66), ("play --resume changes", 64),
            ("play changes --playlist x", 64), ("play --limit 0", 64), ("play changes --source nowhere", 66),
            ("play --add", 64), ("play changes --add --replace", 64),
            ("play --repeat twice", 64),
            ("play --artist unknown", 66), ("play --bookmarked", 66), ("player seek x", 64), ("player volume 300", 64),
            ("player next", 66), ("player jump 3", 66), ("player add 00", 66), ("player status", 0), ("history", 0),
            ("history --json", 0), ("player --json", 0), ("player queue --offset 3", 0),
        ]
        try await SharedLibrary.story.withCopy { program in
            for (command, code) in commands {
                let outcome = try await program.run(command)
                #expect(outcome.code == code, "\(command): \(outcome.errors)")
                #expect(code == 0 || !outcome.errors.isEmpty, "\(command)")
            }
        }
    }
}
