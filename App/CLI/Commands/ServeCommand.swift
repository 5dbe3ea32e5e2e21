import ArgumentParser
import FermataDomain

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Show the library as a web page, and as JSON for other programs.",
        discussion: """
            It is served to this computer alone, until it is stopped with Ctrl-C. To serve it to others too, set a token \
            (serve.token in the config file, or FERMATA_SERVE_TOKEN) and name the address to listen on with --host.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(help: "The port; 0 is any that is free.")
    var port = 8_329

    @Option(help: "The address to listen on; 0.0.0.0 and :: are all that this computer has.")
    var host = "127.0.0.1"

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
        if host.isEmpty { throw ValidationError("The host needs an address.") }
    }

    func run() async throws {
        let settings = try await Settings(arguments: global)
        if settings.serve.token == nil, !isLoopback {
            throw CommandError(
                message: """
                    Others can reach \(host): set a token of \(ServeSettings.shortestToken) characters or more, which they \
                    have to know, as serve.token in the config file or as FERMATA_SERVE_TOKEN.
                    """)
        }
        try await Composition.run(settings) { app in
            try await WebServer(app, settings: settings.serve, jobs: settings.downloads.jobs).run(
                host: host, port: port)
        }
    }

    /// Whether only this computer can reach the address.
    private var isLoopback: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
        return host == "localhost" || host == "::1" || (isNumber && parts[0] == "127")
    }
}
