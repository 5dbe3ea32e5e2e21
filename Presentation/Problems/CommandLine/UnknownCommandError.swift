/// The error of an unknown command name.
public struct UnknownCommandError: ProblemConvertible {
    private let words: [String]
    private let group: [String]
    private let commands: [String]

    /// `words` are the typed name and the words after it; `group` are the names before it, such as `source`; `commands`
    /// are the names that are known there.
    public init(_ words: [String], in group: [String] = [], commands: [String]) {
        (self.words, self.group, self.commands) = (words, group, commands)
    }

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let name = (group + words.prefix(1)).joined(separator: " ")
        let similar = commands.name(similarTo: words.first ?? "")
        let suggestion = similar.map { "Did you mean “\(CommandLineText(group + [$0]).text)”? " } ?? ""
        let search = group.isEmpty ? "To search the library, run: \(CommandLineText(["list"] + words).text). " : ""
        let subject = group.isEmpty ? "all commands" : "the commands of \(group.joined(separator: " "))"
        return ProblemModel(
            .usage, "No command is named “\(name)”.",
            hint: "\(suggestion)\(search)To see \(subject), run: \(CommandLineText(["help"] + group).text)")
    }
}
