/// A way to draw images in a terminal.
package enum TerminalImageProtocol: String, Sendable, CaseIterable {
    case kitty, sixel
    /// Half-block characters, each showing two pixels.
    case blocks
    case none

    /// Detects the protocol from environment variables.
    ///
    /// A terminal that sets none of them may still report sixel support through DA1.
    package init(environment: [String: String]) {
        let terminal = environment["TERM"] ?? ""
        let program = environment["TERM_PROGRAM"] ?? ""
        if environment["TMUX"] != nil || ["tmux", "screen"].contains(where: terminal.hasPrefix) {
            self = .blocks
        } else if environment["KITTY_WINDOW_ID"] != nil || ["xterm-kitty", "xterm-ghostty"].contains(terminal) {
            self = .kitty
        } else if program == "WezTerm" || ["foot", "mlterm", "contour"].contains(where: terminal.hasPrefix) {
            self = .sixel
        } else {
            self = .blocks
        }
    }
}
