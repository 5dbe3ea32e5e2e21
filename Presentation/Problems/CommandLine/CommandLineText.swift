/// The text of a command line as people type it, for hints.
struct CommandLineText: Equatable, Sendable {
    let text: String

    /// Creates the text of the program's name and its arguments.
    init(_ arguments: [String]) {
        text = (["fermata"] + arguments).map(Self.typed).joined(separator: " ")
    }

    /// An argument as it is typed in a shell; its dashes need no quotes.
    private static func typed(_ argument: String) -> String {
        let text = argument.drop { $0 == "-" }
        let dashes = argument.prefix(argument.count - text.count)
        return dashes + (text.isEmpty && !dashes.isEmpty ? "" : String(text).shellWord)
    }
}
