import Foundation

/// What is said beside the data: on standard error, made safe for a terminal.
enum Console {
    static func note(_ text: String) {
        say(safe(text) + "\n")
    }

    /// Shows a line that the next one replaces, on a terminal only.
    static func progress(_ text: String) {
        guard isTerminal else { return }
        say("\r\u{1B}[K\(safe(text))")
    }

    static func endProgress() {
        if isTerminal { say("\r\u{1B}[K") }
    }

    /// Draws lines, cut to the terminal, over as many as were drawn before; answers how many it drew.
    ///
    /// What does not fit on the screen is left out, since the cursor cannot go back above it.
    @discardableResult
    static func redraw(_ lines: [String], over drawn: Int) -> Int {
        guard isTerminal else { return 0 }
        let size = Terminal.size(of: STDERR_FILENO)
        let shown = lines.prefix(max(1, (size?.rows ?? 24) - 1))
        let width = max(1, (size?.columns ?? 80) - 1)
        var text = drawn > 0 ? "\u{1B}[\(drawn)A" : ""
        text += "\r\u{1B}[J"
        for line in shown { text += line.fitting(width: width) + "\n" }
        say(text)
        return shown.count
    }

    /// Asks a question that is answered with y or n; nil where there is nobody to ask.
    private static func ask(_ question: String) -> Bool? {
        guard isatty(STDIN_FILENO) != 0, isTerminal else { return nil }
        say(SafeText(question).text + " [y/N] ")
        return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
    }

    /// Whether a person agrees. Throws `CommandError` where there is nobody to ask.
    static func agrees(_ question: String) throws -> Bool {
        guard let answer = ask(question) else {
            throw CommandError(message: "There is nobody to ask; say --force to remove without asking.")
        }
        return answer
    }

    /// Where standard error is closed or full there is nobody to tell that to.
    private static func say(_ text: String) {
        let output = StandardOutput(descriptor: STDERR_FILENO)
        try? output.write(Array(text.utf8))
        try? output.flush()
    }

    static var isTerminal: Bool { isatty(STDERR_FILENO) != 0 && Terminal.isCapable }

    private static func safe(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText(String($0)).text }
            .joined(separator: "\n")
    }
}
