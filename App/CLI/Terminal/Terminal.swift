import Foundation

/// What standard output is, as far as a table needs to know.
enum Terminal {
    /// How a table is drawn: plainly where it is not for eyes on a terminal.
    static var style: TableStyle {
        guard isatty(STDOUT_FILENO) != 0 else { return .file }
        let hasColour = isCapable && (environment["NO_COLOR"] ?? "").isEmpty
        let width = size(of: STDOUT_FILENO)?.columns ?? TableStyle.file.width
        return TableStyle(
            width: width, hasColour: hasColour, hasCursor: isCapable, hasStrikethrough: isCapable && canStrikeThrough)
    }

    static var isCapable: Bool { !["dumb", "", nil].contains(environment["TERM"]) }

    /// Consoles and old terminals cannot strike text through (ECMA-48, SGR 9), and do not say so.
    static var canStrikeThrough: Bool {
        let terminal = environment["TERM"] ?? ""
        return !["linux", "screen", "vt", "ansi", "cons", "sun"].contains { terminal.hasPrefix($0) }
    }

    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// Columns and rows of the terminal behind a descriptor; nil where there is none.
    static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
