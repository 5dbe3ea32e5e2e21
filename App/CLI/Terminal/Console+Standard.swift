import Foundation

extension Console {
    /// The console on the standard streams of the process.
    static var standard: Console {
        let size: @Sendable (Int32) -> TerminalSize? = { descriptor in
            guard isatty(descriptor) != 0, Terminal.isCapable else { return nil }
            return Terminal.size(of: descriptor) ?? (80, 24)
        }
        let readAnswer: @Sendable () -> String? = { readLine() }
        return Console(
            output: StandardOutput(), errors: StandardOutput(descriptor: STDERR_FILENO), style: Terminal.style,
            outputSize: { size(STDOUT_FILENO) }, progressSize: { size(STDERR_FILENO) },
            readAnswer: isatty(STDIN_FILENO) != 0 ? readAnswer : nil)
    }
}
