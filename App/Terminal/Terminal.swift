import Foundation

/// What standard output is, as far as a table needs to know.
enum Terminal {
    /// How a table is drawn: plainly where it is not for eyes on a terminal.
    static var style: TableStyle {
        guard isatty(STDOUT_FILENO) != 0 else { return .file }
        let hasColour = isCapable && (environment["NO_COLOR"] ?? "").isEmpty
        return TableStyle(width: width ?? TableStyle.file.width, hasColour: hasColour, hasCursor: isCapable)
    }

    static var isCapable: Bool { !["dumb", "", nil].contains(environment["TERM"]) }

    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    private static var width: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
