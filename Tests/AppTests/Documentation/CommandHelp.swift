import Foundation

/// A command as `--experimental-dump-help` describes it.
struct CommandHelp: Decodable, Sendable {
    struct Argument: Decodable, Sendable {
        struct Name: Decodable, Sendable {
            let name: String
        }
        let kind: String
        let names: [Name]?
        let isOptional: Bool
        let isRepeating: Bool
    }
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [CommandHelp]?
    let defaultSubcommand: String?

    /// The error in the words after the command's name; nil if they parse.
    func problem(with words: [String]) -> String? {
        if let word = words.first, let command = subcommands?.first(where: { $0.commandName == word }) {
            return command.problem(with: Array(words.dropFirst()))
        }
        if let command = subcommands?.first(where: { $0.commandName == defaultSubcommand }) {
            return command.problem(with: words)
        }
        if words.first == "help" { return problem(with: words.dropFirst() + ["--help"]) }
        var remaining = words[...]
        var values = 0
        while let word = remaining.popFirst() {
            if word == "--" {
                values += remaining.count
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                values += 1
                continue
            }
            let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
            guard let option = argument(named: String(name)) else { return "\(commandName) has no option \(word)" }
            if name == "help" { return nil }
            if option.kind == "option", !word.contains("="), remaining.popFirst() == nil {
                return "\(word) needs a value"
            }
        }
        return problem(withValues: values)
    }

    /// The names of all options, including those of subcommands.
    var optionNames: Set<String> {
        Set((arguments ?? []).flatMap { $0.names ?? [] }.map(\.name))
            .union((subcommands ?? []).flatMap(\.optionNames))
    }

    private func problem(withValues count: Int) -> String? {
        let positional = (arguments ?? []).filter { $0.kind == "positional" }
        let required = positional.filter { !$0.isOptional }.count
        if count < required { return "\(commandName) needs \(required) values" }
        if count > positional.count, !positional.contains(where: \.isRepeating) {
            return "\(commandName) takes \(positional.count) values"
        }
        return nil
    }

    private func argument(named name: String) -> Argument? {
        arguments?.first { $0.names?.contains { $0.name == name } == true }
    }
}

extension CommandHelp {
    private struct Dump: Decodable {
        let command: CommandHelp
    }

    private static let dump = Task {
        let outcome = try await Program().launch(["--experimental-dump-help"]).outcome()
        return try JSONDecoder().decode(Dump.self, from: Data(outcome.output.utf8))
    }

    /// The program's root command.
    static func ofProgram() async throws -> CommandHelp { try await dump.value.command }
}

extension CommandHelp {
    /// The commands without subcommands, as typed after the program's name.
    var leaves: [String] {
        (subcommands ?? []).flatMap { command in
            let leaves = command.leaves
            return leaves.isEmpty ? [command.commandName] : leaves.map { "\(command.commandName) \($0)" }
        }
    }
}
