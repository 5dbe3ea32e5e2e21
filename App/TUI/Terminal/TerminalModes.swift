/// The terminal modes that the TUI enables on start and resets on exit.
///
/// Alternate screen (1049), hidden cursor (25), no wrapping (7), mouse reports (1000, 1006), bracketed paste (2004).
/// Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
enum TerminalModes {
    /// Requests the terminal's device attributes (DA1).
    static let attributesRequest = Array("\u{1B}[c".utf8)
    /// The device attribute of terminals that support sixels.
    static let sixelAttribute = 4
    static let on = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h".utf8)
    static let off = Array(
        "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)
}
