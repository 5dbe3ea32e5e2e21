import Foundation

/// The terminal of the process, as environment variables describe it.
package struct Terminal {
    /// Wider than any table can usefully be.
    private static let widthLimit = 10_000
    private let environment: [String: String]

    package init(environment: [String: String]) {
        self.environment = environment
    }

    /// The style of tables on standard output; plain if it is not a terminal.
    var style: TableStyle {
        guard isatty(STDOUT_FILENO) != 0 else { return fileStyle }
        let hasColour = isCapable && (environment["NO_COLOR"] ?? "").isEmpty
        let width = Self.size(of: STDOUT_FILENO)?.columns ?? TableStyle.file.width
        return TableStyle(
            width: width, hasColour: hasColour, hasCursor: isCapable, hasStrikethrough: isCapable && canStrikeThrough)
    }

    /// The style of tables in files and pipes, whose width the variable `COLUMNS` sets (POSIX).
    package var fileStyle: TableStyle {
        guard let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 else { return .file }
        return TableStyle(width: min(columns, Self.widthLimit))
    }

    /// Whether the terminal understands control sequences.
    var isCapable: Bool { !["dumb", "", nil].contains(environment["TERM"]) }

    /// Whether the terminal strikes text through (ECMA-48, SGR 9); consoles and old terminals do not.
    var canStrikeThrough: Bool {
        let terminal = environment["TERM"] ?? ""
        return !["linux", "screen", "vt", "ansi", "cons", "sun"].contains { terminal.hasPrefix($0) }
    }

    /// The size of the terminal behind a descriptor; nil if it is not a terminal.
    static func size(of descriptor: Int32) -> TerminalSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Whether this job, not another one, is in the foreground of the terminal behind a descriptor.
    static func isInForeground(of descriptor: Int32 = STDIN_FILENO) -> Bool {
        let owner = tcgetpgrp(descriptor)
        // Negative if the terminal does not control this job, 0 if its job is in another process namespace.
        return owner <= 0 || owner == getpgrp()
    }
}
