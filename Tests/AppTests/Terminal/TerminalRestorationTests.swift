import Foundation
import TestTraits
import Testing

@Suite(
    "The TUI restores the terminal",
    .enabled("tmux draws the terminal; Tests/run installs it") { await TerminalScreen.isPossible() },
    .timeLimit(.minutes(3)))
struct TerminalRestorationTests {
    @Test("restores the terminal after q and Ctrl-C", arguments: [("q", "0"), ("C-c", "130")])
    func restoresAfterKeys(key: String, code: String) async throws {
        try await withTUI { screen, _ in
            try await screen.type(key)
        } ended: {
            $0 == code
        }
    }

    @Test(
        "restores the terminal after a fatal signal, and exits with its code",
        arguments: [
            (SIGTERM, "143"), (SIGHUP, "129"), (SIGINT, "130"), (SIGQUIT, "131"), (SIGSEGV, "139"), (SIGABRT, "134"),
            (SIGILL, "132"), (SIGTRAP, "133"), (SIGBUS, "135"),
        ])
    func restoresAfterSignals(number: Int32, code: String) async throws {
        try await withTUI { screen, pid in
            kill(pid, number)
        } ended: {
            $0 == code
        }
    }

    @Test("restores the terminal while suspended, and returns on fg", arguments: [false, true])
    func suspendsAndReturns(bySignal: Bool) async throws {
        try await withTUI { screen, pid in
            if bySignal { kill(pid, SIGTSTP) } else { try await screen.type("C-z") }
            let shell = try await screen.lines(showing: "Stopped")
            #expect(shell.contains("output before the TUI"))
            try await screen.expectSettingsAsBefore()
            try await screen.enter("fg")
            try await screen.lines(showing: "1 of 5")
            try await screen.type("j")
            try await screen.lines(showing: "2 of 5")
            try await screen.type("F1", "k")
            try await screen.lines(showing: "1 of 5")
            try await screen.type("q")
        } ended: {
            $0 == "0"
        }
    }

    @Test("redraws after SIGSTOP")
    func redrawsAfterStop() async throws {
        try await withTUI { screen, pid in
            kill(pid, SIGSTOP)
            try await screen.lines(showing: "Stopped")
            try await screen.enter("fg")
            try await screen.lines(showing: "1 of 5")
            try await screen.lines(without: "Stopped")
            try await screen.type("q")
        } ended: {
            $0 == "0"
        }
    }

    @Test(
        "leaves input to the shell while a change waits for a lock",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
    func leavesInputWhileChangeWaits() async throws {
        try await SharedLibrary.story.withCopy { program in
            try await TerminalScreen.shell(program, environment: ["FERMATA_LOCK_TIMEOUT": "60"]) { screen in
                try await screen.enter("fermata browse")
                try await screen.lines(showing: "1 of 5")
                try await LibraryFile(path: program.library).withWriteLock {
                    try await screen.type("b", "q")
                    try await screen.lines(without: "Music by title")
                    // The program discards unread input when it restores the terminal, and then removes its signal
                    // handlers. SIGWINCH shows that both are done.
                    let statusFile = "/proc/\(try screen.pid)/status"
                    try await waitUntil {
                        let text = try String(contentsOfFile: statusFile, encoding: .utf8)
                        let caught = UInt64(text.firstMatch(of: /SigCgt:\s*([0-9a-f]+)/)?.1 ?? "", radix: 16)
                        return try #require(caught) & (1 << UInt64(SIGWINCH - 1)) == 0
                    }
                    try await screen.enter("echo typed $((1 + 1))")
                    try await screen.lines(showing: "echo typed")
                }
                try await screen.lines(showing: "typed 2")
                #expect(try await program.column("title", "list --bookmarked") == ["9 to 5"])
            }
        }
    }

    @Test("leaves no late reply of the terminal at the prompt")
    func leavesNoLateReply() async throws {
        try await SharedLibrary.story.withCopy { program in
            var program = program
            program.environment = ["TERM": "xterm-256color"]
            // On a busy machine the reply may arrive after the program's time-out.
            for _ in 0..<5 {
                let terminal = try BareTerminal()
                let ended = try terminal.start(program.process(["browse", "--library", program.library]))
                try await terminal.wait(for: "1 of 5")
                terminal.type("i")
                try await terminal.wait(for: "\u{1B}[c")
                terminal.type("q")
                try await terminal.waitUntilInputIsRead()
                terminal.type("\u{1B}[?62;22c")
                await ended()
                try await terminal.wait(for: "\u{1B}[?1049l")
                terminal.type("after\r")
                try await terminal.wait(for: "after")
                let isClean = !terminal.text.contains("62;22c")
                terminal.end()
                if isClean { return }
            }
            Issue.record("The reply appeared at the prompt each time.")
        }
    }

    @Test("refuses to run without a terminal")
    func refusesWithoutTerminal() async throws {
        let program = try Program()
        let refused = try await program.run("browse")
        #expect(refused.code == 64)
        #expect(refused.errors.contains("Standard input or output is not a terminal. Use: fermata list"))
        #expect(refused.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: program.library))
    }

    @Test("refuses a terminal without cursor control", arguments: ["dumb", ""])
    func refusesDumbTerminal(terminal: String) async throws {
        let program = try Program()
        try await TerminalScreen.running(program, "browse", environment: ["TERM": terminal]) { screen in
            let lines = try await screen.lines(showing: "ended with 64")
            #expect(lines[0] == "This terminal (TERM) cannot position the cursor. Use: fermata list")
        }
    }

    /// Runs the TUI, and expects its exit code and the terminal's earlier output and settings.
    private func withTUI(
        _ body: (TerminalScreen, pid_t) async throws -> Void, ended isExpected: (String) -> Bool
    ) async throws {
        try await SharedLibrary.story.withCopy { program in
            try await TerminalScreen.shell(program) { screen in
                try await screen.enter("stty -g > \"$HOME/before\"; clear; echo output before the TUI")
                try await screen.lines { $0.contains("output before the TUI") && $0.last == "$" }
                try await screen.enter("fermata browse")
                let lines = try await screen.lines(showing: "1 of 5")
                #expect(!lines.contains { $0.contains("before") })
                try await body(screen, try screen.pid)
                try await screen.lines(without: "Music by title")
                try await screen.lines { $0.last == "$" }
                try await screen.enter("echo \"ended with $?.\"")
                let after = try await screen.lines { $0.contains { $0.hasPrefix("ended with ") } }
                #expect(after.contains("output before the TUI"), "\(after)")
                let code = after.lazy.compactMap { $0.firstMatch(of: /^ended with (\d+)\.$/)?.1 }.first
                #expect(isExpected(code.map(String.init) ?? ""), "\(after)")
                try await screen.expectSettingsAsBefore()
            }
        }
    }
}

extension TerminalScreen {
    /// The process id of the last `fermata` command.
    var pid: pid_t {
        get throws {
            let text = try String(contentsOf: program.home.appending(path: "pid"), encoding: .utf8)
            return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        }
    }

    /// Expects the terminal settings in the home's file `before`, and the default modes.
    func expectSettingsAsBefore() async throws {
        try await enter("stty -g > \"$HOME/after\"; mv \"$HOME/after\" \"$HOME/found\"")
        let found = program.home.appending(path: "found")
        try await waitUntil { FileManager.default.fileExists(atPath: found.path) }
        let settings = try ["before", "found"].map { name in
            try String(contentsOf: program.home.appending(path: name), encoding: .utf8)
        }
        #expect(settings[0] == settings[1])
        try FileManager.default.removeItem(at: found)
        let modes = try await tmux(
            "display-message", "-p", "#{alternate_on} #{cursor_flag} #{wrap_flag} #{mouse_any_flag}")
        #expect(modes == "0 1 1 0")
    }
}
