import ArgumentParser

struct BrowseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse", abstract: "Browse the library in the terminal, full screen.",
        discussion: "Press ? there for the keys.")

    @OptionGroup var global: GlobalOptions

    /// Throws `CommandError` if there is no terminal.
    func check(_ environment: [String: String]) throws {
        try FullScreen.check(Terminal(environment: environment))
    }
}
