/// The error of a word that begins with a dash and is parsed as an unknown option.
public struct DashedWordError: ProblemConvertible {
    /// The only one-letter option besides `-h`.
    private static let forceOption = "-f"
    private let words: [String]
    private let others: [String]

    /// Finds the words in a rejected command line. Nil if there are none.
    ///
    /// Ignores numbers, which are values, and every command line with `--` or a request for help.
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
        let line = CommandLineText(others + ["--"] + words).text
        return ProblemModel(
            .usage, "“\(words.first ?? "")” is not an option.",
            hint: "Put -- before words that begin with -, and options before that: \(line)")
    }
}
