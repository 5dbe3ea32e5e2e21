import Foundation

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
            readHidden: { isatty(STDIN_FILENO) != 0 ? SecretPrompt.read() : readLine() })
    }
}
