import ArgumentParser

struct BrowseCommand: RunnableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse", abstract: "Browse the library in the terminal, full screen.",
        discussion: "Press ? there for the keys.")

    @OptionGroup var global: GlobalOptions

    typealias Dependencies = (program: TUIProgram, deadline: ShutdownDeadline)

    /// Throws `CommandError` if there is no terminal.
    func withDependencies(
        from runner: CommandRunner, _ body: (Dependencies) async throws -> Void
    ) async throws {
        try TerminalSession.check(Terminal(environment: runner.environment))
        try await runner.open(try await runner.settings(global), .existing) {
            try await body((try $0.tuiProgram(environment: runner.environment), runner.deadline))
        }
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        try await dependencies.program.run(until: dependencies.deadline)
    }
}
