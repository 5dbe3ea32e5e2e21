import Foundation
import TestTraits
import Testing

/// A tmux terminal in which the program runs.
struct TerminalScreen: Sendable {
    let program: Program
    private let socket: String

    static func isPossible() async -> Bool {
        (try? await RunningProgram.tool(["tmux", "-V"]).outcome().code) == 0
    }

    /// Runs a command of the program in a new terminal, which stays open after the command ends.
    static func running(
        _ program: Program, _ command: String, environment: [String: String] = [:],
        size: (columns: Int, lines: Int) = (100, 30), _ body: (TerminalScreen) async throws -> Void
    ) async throws {
        let settings = Self.environment(of: program, environment).map { "\($0)='\($1)'" }.joined(separator: " ")
        let line = "clear; env -i \(settings) '\(Program.executable.path)' \(command) --library '\(program.library)'; "
        try await withTerminal(
            program, size: size, command: line + "echo \"ended with $?\"; exec cat > /dev/null", body)
    }

    /// Opens a shell in a new terminal, in which `fermata` runs the program with the test's library.
    static func shell(
        _ program: Program, environment: [String: String] = [:], size: (columns: Int, lines: Int) = (80, 24),
        _ body: (TerminalScreen) async throws -> Void
    ) async throws {
        let settings = Self.environment(of: program, environment).map { "export \($0)='\($1)'" }
        let function = """
            fermata() {
                sh -c 'echo $$ > "$HOME/pid"; exec "$0" "$@"' '\(Program.executable.path)' "$@" --library '\(program.library)'
            }
            PS1='$ '
            unset HISTFILE
            ulimit -c 0
            """
        let start = program.home.appending(path: "start.bash")
        let lines = settings + [function]
        try Data(lines.joined(separator: "\n").utf8).write(to: start)
        let command = "exec bash --noprofile --rcfile '\(start.path)' -i"
        try await withTerminal(program, size: size, command: command) { screen in
            try await screen.lines(showing: "$")
            try await body(screen)
        }
    }

    private static func withTerminal(
        _ program: Program, size: (columns: Int, lines: Int), command: String,
        _ body: (TerminalScreen) async throws -> Void
    ) async throws {
        let screen = TerminalScreen(program: program, socket: program.home.appending(path: "t").path)
        let server = try RunningProgram.tool(screen.tmuxCommand + ["-D"], environment: screen.environment)
        // Before the server listens, the client must not start one of its own, which `-N` prevents.
        let session = ["-N", "new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.lines)", command]
        do {
            try await waitUntil {
                let client = try RunningProgram.tool(screen.tmuxCommand + session, environment: screen.environment)
                return await client.outcome().code == 0
            }
            try await body(screen)
        } catch {
            try await screen.end(server)
            throw error
        }
        try await screen.end(server)
    }

    private static func environment(of program: Program, _ own: [String: String]) -> [String: String] {
        ["HOME": program.home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]
            .merging(own) { $1 }
    }

    private func end(_ server: RunningProgram) async throws {
        try await tmux("kill-server")
        _ = await server.outcome()
    }

    /// Writes all later output of the terminal to a file.
    func record(to file: URL) async throws {
        try await tmux(["pipe-pane", "cat > '\(file.path)'"])
    }

    func type(_ keys: String...) async throws {
        try await tmux(["send-keys"] + keys)
    }

    /// Returns the screen without empty lines at its end.
    func lines(withColours: Bool = false) async throws -> [String] {
        let text = try await tmux(["capture-pane", "-p"] + (withColours ? ["-e"] : []))
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Waits until the screen shows a text, and returns the screen.
    @discardableResult
    func lines(showing text: String, withColours: Bool = false, line: Int = #line) async throws -> [String] {
        try await lines(withColours: withColours, line: line) { $0.contains { $0.contains(text) } }
    }

    /// Waits until the line of the player begins with a symbol and shows a song, and returns the screen.
    @discardableResult
    func lines(showing symbol: String, of song: String, line: Int = #line) async throws -> [String] {
        try await lines(line: line) { $0.contains { $0.hasPrefix(symbol) && $0.contains(song) } }
    }

    /// Waits until the screen no longer shows a text, and returns the screen.
    @discardableResult
    func lines(without text: String, line: Int = #line) async throws -> [String] {
        try await lines(line: line) { !$0.contains { $0.contains(text) } }
    }

    /// Waits until the screen satisfies a condition, and returns it. Throws `UnexpectedScreen` after a minute.
    ///
    /// `line` is that of the test.
    @discardableResult
    func lines(
        withColours: Bool = false, line: Int = #line, until isExpected: ([String]) -> Bool
    ) async throws -> [String] {
        var shown: [String] = []
        do {
            try await waitUntil(every: .milliseconds(50)) {
                shown = try await lines(withColours: withColours)
                return isExpected(shown)
            }
        } catch is TimeoutError {
            throw UnexpectedScreen(line: line, lines: shown)
        }
        return shown
    }

    /// Types a line and Enter into a shell.
    func enter(_ line: String) async throws {
        try await tmux("send-keys", "-l", line)
        try await tmux("send-keys", "Enter")
    }

    func resize(columns: Int, lines: Int) async throws {
        try await tmux("resize-window", "-x", "\(columns)", "-y", "\(lines)")
    }

    /// Returns the last column of each of the first lines, as counted by tmux.
    func lastColumns(count: Int) async throws -> [Int] {
        try await tmux("copy-mode")
        try await tmux("send-keys", "-X", "top-line")
        var columns: [Int] = []
        for _ in 0..<count {
            try await tmux("send-keys", "-X", "end-of-line")
            columns.append(Int(try await tmux("display-message", "-p", "#{copy_cursor_x}")) ?? -1)
            try await tmux("send-keys", "-X", "cursor-down")
        }
        try await tmux("send-keys", "-X", "cancel")
        return columns
    }

    @discardableResult
    func tmux(_ arguments: String...) async throws -> String { try await tmux(arguments) }

    @discardableResult
    private func tmux(_ arguments: [String]) async throws -> String {
        let outcome = try await RunningProgram.tool(tmuxCommand + arguments, environment: environment).outcome()
        #expect(outcome.code == 0, "\(arguments): \(outcome.errors)")
        return outcome.output.hasSuffix("\n") ? String(outcome.output.dropLast()) : outcome.output
    }

    private var tmuxCommand: [String] { ["tmux", "-u", "-S", socket, "-f", "/dev/null"] }

    private var environment: [String: String] {
        ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "HOME": program.home.path]
    }
}

/// A wait timed out with this screen.
private struct UnexpectedScreen: Error, CustomStringConvertible {
    let line: Int
    let lines: [String]

    var description: String { "Unexpected screen at line \(line):\n" + lines.joined(separator: "\n") }
}
