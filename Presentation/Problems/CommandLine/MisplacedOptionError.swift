/// The error of an option that is typed before the command it belongs to.
public struct MisplacedOptionError: ProblemConvertible {
    private let option: String
    /// The command line with the command at its beginning.
    public let arguments: [String]

    /// Returns an error for each word of a rejected command line that may be its command.
    ///
    /// Returns none if the command line does not begin with an option.
    public static func candidates(in arguments: [String], commands: [String]) -> [MisplacedOptionError] {
        guard let option = arguments.first, option.hasPrefix("-") else { return [] }
        let places = arguments.prefix { $0 != "--" }.indices.filter { commands.contains(arguments[$0]) }
        return places.map { place in
            let words = arguments[place...].prefix { !$0.hasPrefix("-") }
            let moved = words + arguments[..<place] + arguments[words.endIndex...]
            return MisplacedOptionError(option: option, arguments: Array(moved))
        }
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        ProblemModel(
            .usage, "“\(option)” must follow the command.", hint: "Run: \(CommandLineText(arguments).text)")
    }
}
