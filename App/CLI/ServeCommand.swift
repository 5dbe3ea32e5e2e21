package import ArgumentParser
import FermataPresentation

package struct ServeCommand: RunnableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the library as a web page, and as JSON for other programs.",
        discussion: """
            Only this computer can reach the server, which runs until you press Ctrl-C. To let others reach it, add \
            accounts (fermata user add NAME) or set a token (serve.token in the config file, or FERMATA_SERVE_TOKEN), and \
            choose an address to listen on with --host. Browsers and apps of Subsonic servers sign in with the accounts.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(parsing: .unconditional, help: "The port; 0 selects any free port.")
    var port = 8_329

    @Option(help: "The address to listen on; 0.0.0.0 and :: mean all addresses of this computer.")
    var host = "127.0.0.1"

    package init() {}

    package func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("The port must be from 0 to 65535.") }
        if host.isEmpty { throw ValidationError("The host must not be empty.") }
    }

    /// The server, which does not listen yet, and the limit of its shutdown.
    package typealias Dependencies = (server: WebServer, deadline: ShutdownDeadline)

    /// Throws `CommandError` if others could reach the server without signing in.
    package func withDependencies(
        from runner: CommandRunner, _ body: (Dependencies) async throws -> Void
    ) async throws {
        let settings = try await runner.settings(global)
        try await runner.open(settings, .existing) { application in
            try await checkAccess(settings.serve, accounts: application.accounts)
            let console = runner.console
            let server = try application.webServer(isOpen: isLoopback) { console.note($0) }
            try await body((server, runner.deadline))
        }
    }

    package func run(_ dependencies: Dependencies, on console: Console) async throws {
        try await dependencies.server.run(host: host, port: port, deadline: dependencies.deadline) {
            try console.print($0 + "\n")
        }
    }

    private func checkAccess(_ settings: ServeSettings, accounts: AccountsDataSource) async throws {
        guard settings.token == nil, !isLoopback, try await accounts.accounts().isEmpty else { return }
        throw CommandError(
            message: """
                Others can reach \(host) without a sign-in. Add an account with: fermata user add NAME. Or set a \
                token of at least \(ServeSettings.shortestToken) characters as serve.token in the config file or as \
                FERMATA_SERVE_TOKEN.
                """)
    }

    /// Whether only this computer can reach the address.
    private var isLoopback: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
        return host == "localhost" || host == "::1" || (isNumber && parts[0] == "127")
    }
}
