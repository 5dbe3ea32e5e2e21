/// The error of an unknown command name.
public struct UnknownCommandError: ProblemConvertible {
    private let words: [String]

    /// `words` are the typed name and the words after it.
    public init(_ words: [String]) {
        self.words = words
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let search = words.map(\.shellWord).joined(separator: " ")
        return ProblemModel(
            .usage, "No command is named “\(words.first ?? "")”.",
            hint: "To search the library, run: fermata list \(search). To see all commands, run: fermata help")
    }
}
