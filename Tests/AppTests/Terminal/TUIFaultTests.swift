import Foundation
import TestServer
import Testing

@Suite(
    "The TUI withstands faults",
    .enabled("tmux draws the terminal; Tests/run installs it") { await TerminalScreen.isPossible() },
    .timeLimit(.minutes(3)))
struct TUIFaultTests {
    @Test("a visible bookmark survives kill -9")
    func bookmarkSurvivesKill() async throws {
        try await withTUI { screen, program in
            try await screen.type("Down", "Down", "b")
            try await screen.lines(showing: "✭    Changes")
            kill(try screen.pid, SIGKILL)
            #expect(try await program.column("title", "list --bookmarked") == ["Changes"])
        }
    }

    @Test("shows changes of another program without a key")
    func showsChangesOfOtherPrograms() async throws {
        try await withTUI { screen, program in
            try await screen.type("Down", "Down")
            try await screen.lines(showing: "3 of 5")
            let id = try #require(try await program.column("id", "list Changes").first)
            try await program.run("bookmark \(id)")
            try await screen.lines(showing: "✭    Changes")
            try await screen.type("F6")
            try await screen.lines(showing: "There is no to-do yet.")
            try await program.run("todo add Carols")
            try await screen.lines(showing: "    1  Carols")
        }
    }

    @Test("rejects a bookmark while the library is locked, and retries it")
    func retriesBookmarkAfterLock() async throws {
        try await withTUI(environment: ["FERMATA_LOCK_TIMEOUT": "0"]) { screen, program in
            try await LibraryFile(path: program.library).withWriteLock {
                try await screen.type("b")
                try await screen.lines(showing: "Another program is changing the library")
            }
            try await screen.type("b")
            try await screen.lines(showing: "✭")
            #expect(try await program.column("title", "list --bookmarked") == ["9 to 5"])
        }
    }

    @Test("bookmarks nothing while the library file is missing")
    func bookmarksNothingWithoutLibrary() async throws {
        try await withTUI { screen, program in
            let away = program.library + ".away"
            try FileManager.default.moveItem(atPath: program.library, toPath: away)
            try await screen.lines { $0.joined(separator: " ").contains("it was removed while in use") }
            try await screen.type("b")
            try await screen.type("Down")
            #expect(try await !screen.lines(showing: "2 of 5").contains { $0.contains("✭") })
            try await screen.type("Up")
            try await screen.lines { $0.contains { $0.hasSuffix("1 of 5") } }
            // The hint changes back when the change fails. A later error would hide that the library is back. The hint is
            // read from a later screen than the first with the position, which may be captured while it is drawn.
            try await screen.lines { lines in
                lines.contains { $0.hasSuffix("1 of 5") } && lines.last?.contains("  b bookmark  ") == true
            }
            try FileManager.default.moveItem(atPath: away, toPath: program.library)
            try await screen.lines { !$0.joined(separator: " ").contains("it was removed while in use") }
            try await screen.type("Down")
            try await screen.lines(showing: "2 of 5")
            try await screen.type("b")
            try await screen.lines(showing: "✭")
            #expect(try await program.column("title", "list --bookmarked") == ["99 Problems"])
        }
    }

    @Test("ends on damage, and the next program repairs the library")
    func repairsDamagedLibrary() async throws {
        try await SharedLibrary.story.withCopy { program in
            let bytes = "CAST(replace(hex(zeroblob(length(block))), '00', 'U') AS BLOB)"
            try await LibraryFile(path: program.library)
                .execute("UPDATE music_search_data SET block = \(bytes) WHERE id > 10")
            // So wide that no message with a path is wrapped.
            try await TerminalScreen.shell(program, size: (1_000, 24)) { screen in
                try await screen.enter("fermata browse")
                try await screen.lines(showing: "1 of 5")
                try await screen.type("/")
                try await screen.type("-l", "hyper")
                let after = try await screen.lines(showing: "Run the command again.")
                #expect(after.contains { $0.contains("was damaged. The damaged file is now") })
            }
            #expect(try await program.column("title", "list hyper") == ["Hyperballad"])
        }
    }

    @Test("shows from the start that a check has found damage")
    func showsDamage() async throws {
        try await SharedLibrary.story.withCopy { program in
            try await LibraryFile(path: program.library).execute("UPDATE music SET album_key = 'wrong'")
            #expect(try await program.run("library check").code != 0)
            try await TerminalScreen.shell(program) { screen in
                try await screen.enter("fermata browse")
                try await screen.lines(showing: "of 5")
                try await screen.lines(showing: "The library is damaged.")
            }
        }
    }

    @Test("ends at q although a sync never ends")
    func endsDespiteEndlessSync() async throws {
        try await withTUI(environment: ["FERMATA_LOCK_TIMEOUT": "3600"]) { screen, program in
            try await LibraryFile(path: program.library).withWriteLock {
                try await screen.type("r")
                try await screen.lines(showing: "Updating…")
                try await screen.type("q")
                try await screen.lines(without: "Music by")
                try await screen.enter("echo ended with $?")
                try await screen.lines(showing: "ended with 0")
            }
        }
    }

    @Test("shows titles with control sequences in aligned columns")
    func showsHostileTitles() async throws {
        let titles = [
            "\\u001b]0;owned\\u0007\\u001b[2J\\u001b[31mred", "\\u202Ereversed", "ze\\u200Bro\\u200Dwidth",
            "Z" + String(repeating: "\\u0351", count: 1_000) + "algo", "a\\nb\\tc\\u0000d", "\\u0378\\uDBFF\\uDFFF",
            "캐롤 모음: 징글벨과 고요한 밤 거룩한 밤 그리고 더 많은 노래",
        ]
        let songs = titles.enumerated().map { number, title in
            #"{"id":"\#(number)","singer":"\#(title)","title":"\#(title)","duration":198}"#
        }
        try await Program.withLibrary(of: .json(songs.joined(separator: "\n"))) { program, _ in
            try await TerminalScreen.shell(program) { screen in
                try await screen.enter("fermata browse")
                let lines = try await screen.lines(showing: "1 of 7")
                #expect(lines[3..<10].allSatisfy { $0.hasSuffix("3:18") }, "\(lines)")
                #expect(lines[0].hasPrefix(" F1 Music"))
                #expect(lines.contains { $0.contains("␛]0;owned␇␛[2J␛[31mred") })
            }
        }
    }

    @Test("adapts to any terminal size")
    func adaptsToAnySize() async throws {
        try await withTUI { screen, _ in
            for (columns, lines) in [(40, 12), (12, 5), (2, 2), (1, 1), (200, 60), (80, 2)] {
                try await screen.resize(columns: columns, lines: lines)
                try await screen.type("j", "i", "?", "h", "h", "/", "Escape", "F6", "a", "Escape", "F1", "k")
            }
            try await screen.resize(columns: 80, lines: 24)
            try await screen.lines { $0.count == 24 && $0[1] == "Music by title" && $0[22].hasSuffix("1 of 5") }
        }
    }

    @Test("marks the selection without colours for NO_COLOR", arguments: [true, false])
    func honoursNoColor(isNoColorSet: Bool) async throws {
        try await withTUI(environment: isNoColorSet ? ["NO_COLOR": "1"] : [:]) { screen, _ in
            try await screen.type("b", "Down")
            let lines = try await screen.lines(showing: "2 of 5", withColours: true)
            #expect(lines.joined().contains("\u{1B}[38;5;172m") != isNoColorSet)
            #expect(lines.contains { $0.contains("\u{1B}[7m") && $0.contains("99 Problems") })
        }
    }

    /// Runs the body while the TUI shows five songs.
    private func withTUI(
        environment: [String: String] = [:], _ body: (TerminalScreen, Program) async throws -> Void
    ) async throws {
        try await StoryCatalogue.withSyncedLibrary { program, _ in
            try await TerminalScreen.shell(program, environment: environment) { screen in
                try await screen.enter("fermata browse")
                try await screen.lines(showing: "1 of 5")
                try await body(screen, program)
            }
        }
    }
}
