/// What is switched on in a terminal for the browser, and off again after it.
///
/// The other screen (1049), no cursor (25), no wrapping (7), the mouse (1000, 1006), pasted text in brackets (2004).
/// Source: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
enum TerminalModes {
    /// Asks what the terminal can do (DA1).
    static let question = Array("\u{1B}[c".utf8)
    /// What a terminal answers that knows sixels.
    static let sixels = 4
    static let on = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h".utf8)
    static let off = Array(
        "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)
}
