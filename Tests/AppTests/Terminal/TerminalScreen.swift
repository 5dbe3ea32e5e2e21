import Foundation
import Testing

/// A terminal of 100 columns and 30 lines in which the program runs, drawn by tmux.
struct TerminalScreen: Sendable {
    private let program: Program
    private let socket: String

    static func isPossible() async -> Bool {
        (try? await RunningProgram.tool(["tmux", "-V"]).outcome().code) == 0
    }

    /// Types a command of the program into a new terminal, which stays as it is when the command has ended.
    static func running(
        _ program: Program, _ command: String, environment: [String: String] = [:],
        _ body: (TerminalScreen) async throws -> Void
    ) async throws {
        let screen = TerminalScreen(program: program, socket: program.home.appending(path: "t").path)
        let server = try RunningProgram.tool(screen.tmuxCommand + ["-D"], environment: screen.environment)
        while !FileManager.default.fileExists(atPath: screen.socket) { try await Task.sleep(for: .milliseconds(5)) }
        let all = ["HOME": program.home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]
            .merging(environment) { $1 }
        let settings = all.map { "\($0)='\($1)'" }.joined(separator: " ")
        let line = "clear; env -i \(settings) '\(Program.executable.path)' \(command) --library '\(program.library)'; "
        do {
            try await screen.tmux(
                "new-session", "-d", "-x", "100", "-y", "30", line + "echo \"ended with $?\"; exec cat > /dev/null")
            try await body(screen)
        } catch {
            try await screen.end(server)
            throw error
        }
        try await screen.end(server)
    }

    private func end(_ server: RunningProgram) async throws {
        try await tmux("kill-server")
        _ = await server.outcome()
    }

    func type(_ keys: String...) async throws {
        try await tmux(["send-keys"] + keys)
    }

    /// What is on the screen, without the empty lines at its end.
    func lines(withColours: Bool = false) async throws -> [String] {
        let text = try await tmux(["capture-pane", "-p"] + (withColours ? ["-e"] : []))
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Waits until a text is on the screen, and answers the screen that shows it.
    @discardableResult
    func lines(showing text: String, withColours: Bool = false) async throws -> [String] {
        while true {
            let lines = try await lines(withColours: withColours)
            if lines.contains(where: { $0.contains(text) }) { return lines }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// In which column each of the first lines ends, as the terminal itself counts.
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
    private func tmux(_ arguments: String...) async throws -> String { try await tmux(arguments) }

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
