import ArgumentParser
import Testing
import FermataApp

@Suite("Every command of the program")
struct CommandTests {
    @Test("each command that is no group of others can run")
    func conforms() {
        let commands = Self.commands(below: FermataCommand.self)
        #expect(commands.count > 40)
        for command in commands { #expect(command is any RunnableCommand.Type, "\(command)") }
    }

    /// The parser takes 0.3 ms to derive a name from a type.
    @Test("each command states its name")
    func statesName() {
        let commands = FermataCommand.configuration.subcommands
        for command in commands + commands.flatMap({ $0.configuration.subcommands }) {
            #expect(command.configuration.commandName != nil, "\(command)")
        }
    }

    /// The commands without subcommands, at any depth.
    private static func commands(below group: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        group.configuration.subcommands.flatMap {
            $0.configuration.subcommands.isEmpty ? [$0] : commands(below: $0)
        }
    }
}
