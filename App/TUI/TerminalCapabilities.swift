/// The display capabilities of a terminal.
struct TerminalCapabilities: Sendable {
    let colours: ColourDepth
    let imageProtocol: TerminalImageProtocol
    let hasStrikethrough: Bool

    /// Detects the capabilities from environment variables.
    init(environment: [String: String]) {
        colours = ColourDepth(environment: environment)
        imageProtocol = TerminalImageProtocol(environment: environment)
        hasStrikethrough = Terminal(environment: environment).canStrikeThrough
    }
}
