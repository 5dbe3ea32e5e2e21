/// The error of an option that is typed before the command it belongs to.
public struct MisplacedOptionError: ProblemConvertible {
    private let option: String
    private let arguments: [String]

    /// Finds the option that a rejected command line begins with. Nil if no command follows it.
    public init?(in arguments: [String], commands: [String]) {
        guard let option = arguments.first, option.hasPrefix("-"),
            let index = arguments.firstIndex(where: commands.contains)
        else { return nil }
        let words = arguments[index...].prefix { !$0.hasPrefix("-") }
        self.option = option
        self.arguments = Array(words + arguments[..<index] + arguments[words.endIndex...])
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        ProblemModel(
            .usage, "“\(option)” stands before the command.",
            hint: "Put options after it: \(CommandLineText(arguments).text)")
    }
}
