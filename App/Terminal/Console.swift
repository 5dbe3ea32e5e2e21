import Foundation

/// What is said beside the data: on standard error, made safe for a terminal.
enum Console {
    static func note(_ text: String) {
        FileHandle.standardError.write(Data((safe(text) + "\n").utf8))
    }

    /// Shows a line that the next one replaces, on a terminal only.
    static func progress(_ text: String) {
        guard isTerminal else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(safe(text))".utf8))
    }

    static func endProgress() {
        if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }

    /// Asks a question that is answered with y or n; nil where there is nobody to ask.
    static func ask(_ question: String) -> Bool? {
        guard isatty(STDIN_FILENO) != 0, isTerminal else { return nil }
        FileHandle.standardError.write(Data((safe(question) + " [y/N] ").utf8))
        return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
    }

    private static var isTerminal: Bool { isatty(STDERR_FILENO) != 0 && Terminal.isCapable }

    private static func safe(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText(String($0)).text }
            .joined(separator: "\n")
    }
}
