/// A word that begins with a dash, and is read as an option that no command has.
public struct DashedWord: ProblemConvertible {
    /// The only option of one letter beside `-h`.
    private static let forceOption = "-f"
    private let words: [String]
    private let others: [String]

    /// Finds the words in a command line that was refused. Nil if there are none.
    ///
    /// Numbers are left out, because they are values, and so is everything after `--` and every request for help.
    public init?(in arguments: [String]) {
        guard !arguments.contains(where: ["--", "-h", "--help"].contains) else { return nil }
        words = arguments.filter(Self.isWord)
        others = arguments.filter { !Self.isWord($0) }
        if words.isEmpty || others.isEmpty { return nil }
    }

    private static func isWord(_ argument: String) -> Bool {
        let text = argument.drop { $0 == "-" }
        guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument != forceOption else { return false }
        return text.first.map { !$0.isNumber && $0 != "." } ?? false
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let line = (["fermata"] + others + ["--"] + words).map(Self.typed).joined(separator: " ")
        return ProblemModel(
            .usage, "“\(words.first ?? "")” is not an option.",
            hint: "Put -- before words that begin with -, and options before that: \(line)")
    }

    /// A word as it is typed in a shell, to which dashes mean nothing.
    private static func typed(_ word: String) -> String {
        let text = word.drop { $0 == "-" }
        return word.prefix(word.count - text.count) + (text.isEmpty ? "" : String(text).shellWord)
    }
}
