import Foundation

/// The columns and rows of a terminal.
package typealias TerminalSize = (columns: Int, rows: Int)

/// The streams of a command: prints rows, messages and progress, and asks for confirmation.
package struct Console: Sendable {
    /// Standard output, for data.
    package private(set) var output: any ByteSink
    /// Standard error, for everything else.
    private let errors: any ByteSink
    /// How tables are drawn on standard output.
    let style: TableStyle
    /// The size of the terminal that shows standard output; nil without one that can redraw lines.
    private let outputSize: @Sendable () -> TerminalSize?
    /// The size of the terminal that shows progress; nil if standard error is not a terminal that can redraw lines.
    private let progressSize: @Sendable () -> TerminalSize?
    /// Whether another job is in the foreground of the terminal, whose output must not be overwritten.
    private let isInBackground: @Sendable () -> Bool
    /// Reads a line that a person types; nil if standard input or standard error is not a terminal.
    private let readResponse: (@Sendable () -> String?)?
    /// Reads a line without showing it, or a line of standard input if that is not a terminal.
    private let readHidden: @Sendable () -> String?
    /// Shows long lists on a terminal; nil if none is requested.
    private var pager: Pager?

    package init(
        output: any ByteSink, errors: any ByteSink, style: TableStyle = .file,
        outputSize: @escaping @Sendable () -> TerminalSize? = { nil },
        progressSize: @escaping @Sendable () -> TerminalSize? = { nil },
        isInBackground: @escaping @Sendable () -> Bool = { false },
        readResponse: (@Sendable () -> String?)? = nil,
        readHidden: @escaping @Sendable () -> String? = { nil }, pager: Pager? = nil
    ) {
        self.output = output
        self.errors = errors
        self.style = style
        self.outputSize = outputSize
        self.progressSize = progressSize
        self.isInBackground = isInBackground
        self.readResponse = readResponse
        self.readHidden = readHidden
        self.pager = pager
    }

    /// Whether standard error is a terminal that can redraw lines; it shows progress while no other job is in its
    /// foreground.
    var showsProgress: Bool { progressSize() != nil }

    /// Whether a person can be asked: standard input and standard error are terminals, of any kind.
    var canAsk: Bool { readResponse != nil }

    /// Whether a person can be asked now: no other job is in the foreground of the terminal.
    var canAskNow: Bool { canAsk && !isInBackground() }

    /// The size of the terminal for rows that are redrawn; nil without one, or while another job has its foreground.
    var previewSize: TerminalSize? { isInBackground() ? nil : outputSize() }

    /// The size of the terminal for progress; nil without one, or while another job has its foreground.
    private var drawingSize: TerminalSize? { isInBackground() ? nil : progressSize() }

    /// Prints text on standard output at once.
    func print(_ text: String) throws {
        try output.write(Array(text.utf8))
        try output.flush()
    }

    /// The console without a pager.
    var withoutPager: Console {
        var console = self
        console.pager = nil
        return console
    }

    /// Runs a body with a console whose output a pager shows, if it is longer than the terminal.
    ///
    /// Returns when a person has left the pager. Leaving it before the end of the output ends the body without an error.
    package func paged(_ body: (Console) async throws -> Void) async throws {
        guard let pager, let size = previewSize else { return try await body(self) }
        let paged = PagedOutput(pager, to: output, rows: size.rows)
        var console = self
        console.output = paged
        do {
            try await body(console)
        } catch OutputError.closed where paged.isPaged {
        } catch {
            try? paged.end()
            throw error
        }
        try paged.end()
    }

    /// The text of lines for standard output, wrapped between words on a terminal and made safe.
    func wrapped(_ text: String) -> String { Self.wrapped(text, columns: outputSize()?.columns) }

    /// The columns of the terminal that shows standard output; nil without one that can redraw lines.
    var outputColumns: Int? { outputSize()?.columns }

    /// Prints a message on standard error, wrapped between words on a terminal.
    package func note(_ text: String) {
        write(Self.wrapped(text, columns: progressSize()?.columns) + "\n")
    }

    /// Shows a line, cut to the terminal's width, that the next one replaces; on a terminal only.
    package func progress(_ text: String) {
        guard let size = drawingSize else { return }
        write("\r\u{1B}[K" + text.fitting(width: max(1, size.columns - 1)))
    }

    func endProgress() {
        if drawingSize != nil { write("\r\u{1B}[K") }
    }

    /// Draws lines, cut to the terminal's width, over the lines drawn before; returns how many it drew.
    ///
    /// Lines that do not fit on the screen are left out, since the cursor cannot return to a line above it.
    @discardableResult
    func redraw(_ lines: [String], over drawn: Int) -> Int {
        guard let size = drawingSize else { return 0 }
        let shown = lines.prefix(max(1, size.rows - 1))
        let width = max(1, size.columns - 1)
        var text = drawn > 0 ? "\u{1B}[\(drawn)A" : ""
        text += "\r\u{1B}[J"
        for line in shown { text += line.fitting(width: width) + "\n" }
        write(text)
        return shown.count
    }

    /// Asks a question and returns whether the response is yes. Throws `CommandError` without a terminal.
    package func confirm(_ question: String, _ action: ConfirmedAction = .removal) throws -> Bool {
        guard let readResponse else {
            throw CommandError(
                message: """
                    \(action.noun) cannot be confirmed, because standard input or standard error is not a terminal. Use \
                    --force to \(action.verb) without confirmation.
                    """)
        }
        write(Self.wrapped(question + " [y/N]", columns: progressSize()?.columns) + " ")
        return readResponse().map { ["y", "yes"].contains($0.lowercased()) } ?? false
    }

    /// Asks for a secret that is not shown; nil if standard input has ended.
    ///
    /// Shows `prompt` on a terminal only.
    package func readSecret(_ prompt: String?) -> String? {
        if canAsk, let prompt { write(prompt) }
        defer { if canAsk { write("\n") } }
        return readHidden()
    }

    /// Ignores errors: if standard error is closed or full, they cannot be reported.
    private func write(_ text: String) {
        try? errors.write(Array(text.utf8))
        try? errors.flush()
    }

    private static func wrapped(_ text: String, columns: Int?) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let columns else { return SafeText(String(line)).text }
            return TextWrap.indentedLines(of: String(line), columns: columns).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}

/// An action that a person confirms on a terminal.
package struct ConfirmedAction: Sendable {
    package static let removal = ConfirmedAction(noun: "Removal", verb: "remove")
    package static let restoring = ConfirmedAction(noun: "Restoring", verb: "restore")
    package static let deletion = ConfirmedAction(noun: "Deletion", verb: "delete")
    fileprivate let noun, verb: String
}

extension Console {
    /// The console on the standard streams of the process.
    static func standard(environment: [String: String]) -> Console {
        let terminal = Terminal(environment: environment)
        let size: @Sendable (Int32) -> TerminalSize? = { descriptor in
            guard isatty(descriptor) != 0, terminal.isCapable else { return nil }
            return Terminal.size(of: descriptor) ?? (80, 24)
        }
        let readResponse: @Sendable () -> String? = { readLine() }
        // A question needs no cursor control.
        let canAsk = isatty(STDIN_FILENO) != 0 && isatty(STDERR_FILENO) != 0
        return Console(
            output: StandardOutput(), errors: StandardOutput(descriptor: STDERR_FILENO), style: terminal.style,
            outputSize: { size(STDOUT_FILENO) }, progressSize: { size(STDERR_FILENO) },
            isInBackground: { [STDOUT_FILENO, STDERR_FILENO].contains { !Terminal.isInForeground(of: $0) } },
            readResponse: canAsk ? readResponse : nil,
            readHidden: { isatty(STDIN_FILENO) != 0 ? SecretPrompt.read() : readLine() },
            pager: Pager(environment: environment))
    }
}
