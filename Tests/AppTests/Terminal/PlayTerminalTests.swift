import Foundation
import TestServer
import Testing

@Suite("Playing in a terminal", .enabled("needs tmux") { await TerminalScreen.isPossible() }, .timeLimit(.minutes(3)))
struct PlayTerminalTests {
    @Test("play shows what is played, takes keys, and leaves the terminal as it was")
    func playTakesKeys() async throws {
        try await PlayCatalogue.playing("fermata play --album Waves --repeat one") { catalogue, screen in
            try await screen.lines(showing: "▶", of: "One – Band")
            try await screen.type("Space")
            try await screen.lines(showing: "⏸", of: "One – Band")
            try await screen.type("n", "Space", "-")
            try await screen.lines(showing: "⏸", of: "Two – Band")
            try await screen.lines(showing: "volume 95 %")
            try await screen.type("b")
            try await screen.lines(showing: "Bookmarked “Two”.")
            try await screen.type("l")
            try await screen.type("Space")
            try await screen.lines(showing: "♪ This song has no lyrics.")
            try await screen.type("q")
            try await catalogue.waitForEndOfPlayer()
            #expect(try await catalogue.program.column("title", "list --bookmarked") == ["Two"])
        }
    }

    @Test("Ctrl-C ends playing at once, and the queue continues later")
    func interruptEndsPlaying() async throws {
        try await PlayCatalogue.playing("fermata play --album Waves --repeat one") { catalogue, screen in
            try await screen.type("C-c")
            try await catalogue.waitForEndOfPlayer()
            #expect(try await catalogue.program.rows("player status").first?["title"] as? String == "One")
        }
    }

    @Test("browse plays from the selected song on, shows the queue, and controls the player")
    func browsePlays() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            catalogue.lengthenSongs()
            try await TerminalScreen.running(program, "browse", environment: program.environment) { screen in
                try await screen.lines(showing: "Three")
                try await screen.type("G", "Enter")
                try await screen.lines(showing: "▶", of: "Two – Band")
                try await screen.type("Z")
                try await screen.lines(showing: "repeat all")
                try await screen.type("Z")
                try await screen.lines(showing: "repeat one")
                try await screen.type("w")
                try await screen.lines(showing: "Band, Waves")
                try await screen.type("P")
                try await screen.lines(showing: "⏸", of: "Two – Band")
                #expect(try await program.rows("player status").first?["state"] as? String == "paused")
                try await screen.type("W")
                // The player's line shows "1 of 1" before the rows are read.
                try await screen.lines(showing: "1 of 1")
                try await screen.lines(showing: "▶  1  ")
                try await screen.type("x")
                try await screen.lines(showing: "The queue is empty.")
                try await screen.type("q")
                try await screen.lines(showing: "ended with 0")
            }
            try await catalogue.waitForEndOfPlayer()
        }
    }

    @Test("browse ends with Q while its music plays on, and play asks before it takes over")
    func musicPlaysOn() async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            catalogue.lengthenSongs()
            try await TerminalScreen.running(program, "browse", environment: program.environment) { screen in
                try await screen.lines(showing: "Three")
                try await screen.type("G", "p")
                try await screen.lines(showing: "▶", of: "Two – Band")
                try await screen.type("Q")
                try await screen.lines(showing: "ended with 0")
            }
            let row = try await catalogue.wait(for: "state", "playing")
            #expect(row["place"] as? String == "background" && row["title"] as? String == "Two")
            try await TerminalScreen.shell(program, environment: program.environment) { screen in
                try await screen.enter("fermata play one")
                try await screen.lines(showing: "already plays in the background")
                try await screen.lines { $0.last?.hasSuffix("[y/N]") == true }
                try await screen.enter("n")
                try await screen.lines(showing: "Another program already plays")
                try await screen.enter("fermata play one")
                try await screen.lines { $0.last?.hasSuffix("[y/N]") == true }
                try await screen.enter("y")
                try await screen.lines(showing: "▶", of: "One – Band")
                try await screen.type("q")
                try await screen.lines { $0.last == "$" }
            }
            try await catalogue.waitForEndOfPlayer()
        }
    }
}

@Suite("Playing as a job", .enabled("needs tmux") { await TerminalScreen.isPossible() }, .timeLimit(.minutes(3)))
struct PlayJobTests {
    @Test("Ctrl-Z restores the terminal; fg resumes the song and the keys", arguments: [false, true])
    func suspendsAndContinues(bySignal: Bool) async throws {
        try await PlayCatalogue.playing("fermata play --album Waves --repeat one") { _, screen in
            try await screen.lines(showing: "▶", of: "One – Band")
            if bySignal { kill(try screen.pid, SIGTSTP) } else { try await screen.type("C-z") }
            try await screen.lines(showing: "Stopped")
            try await screen.expectSettingsAsBefore()
            try await screen.enter("fg")
            try await screen.lines { $0.last?.hasPrefix("▶ ") == true && $0.last?.contains("One – Band") == true }
            try await screen.type("Space")
            try await screen.lines { $0.last?.hasPrefix("⏸ ") == true && $0.last?.contains("One – Band") == true }
            try await screen.type("q")
            try await screen.lines { $0.last == "$" }
        }
    }

    @Test("in the background it neither stops nor draws; fg draws again")
    func playsInBackground() async throws {
        try await PlayCatalogue.playing("fermata play --album Waves --repeat one &") { catalogue, screen in
            try await screen.expectSettingsAsBefore()
            try await screen.enter("clear; echo typed $((1 + 1)); jobs -r")
            try await screen.lines { $0.count == 3 && $0.last == "$" }
            let start = try await catalogue.wait { $0["elapsed"] is Int }["elapsed"] as? Int ?? 0
            try await catalogue.wait { ($0["elapsed"] as? Int ?? 0) > start + 2 }
            let lines = try await screen.lines()
            #expect(lines.count == 3 && lines[0] == "typed 2" && lines[1].contains("Running"), "\(lines)")
            try await screen.enter("fg")
            try await screen.lines(showing: "▶", of: "One – Band")
            #expect(try await catalogue.program.rows("player pause").first?["state"] as? String == "paused")
            try await catalogue.program.run("player stop")
        }
    }
}

extension PlayCatalogue {
    /// Enters a command in a shell, runs the body while music plays, and expects the terminal's earlier settings.
    fileprivate static func playing(
        _ command: String, _ body: @escaping @Sendable (PlayCatalogue, TerminalScreen) async throws -> Void
    ) async throws {
        try await PlayCatalogue.withSyncedLibrary { catalogue in
            let program = catalogue.program
            catalogue.lengthenSongs()
            try await TerminalScreen.shell(program, environment: program.environment) { screen in
                try await screen.enter("stty -g > \"$HOME/before\"; clear")
                try await screen.lines { $0 == ["$"] }
                try await screen.enter(command)
                try await catalogue.wait(for: "state", "playing")
                try await body(catalogue, screen)
                try await catalogue.waitForEndOfPlayer()
                // Fermata reads keys until it ends, which is later than its player.
                try await screen.lines { $0.last == "$" }
                try await screen.expectSettingsAsBefore()
            }
        }
    }
}
