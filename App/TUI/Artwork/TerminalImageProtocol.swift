/// How a terminal can be shown a picture.
package enum TerminalImageProtocol: String, Sendable, CaseIterable {
    case kitty, sixel
    /// With characters, each of two pixels.
    case blocks
    case none

    /// What the environment tells; a terminal that tells nothing may still answer that it knows sixels.
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
