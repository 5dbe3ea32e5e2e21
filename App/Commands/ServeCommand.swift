import ArgumentParser
import FermataDomain

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Show the library as a web page, and as JSON for other programs.",
        discussion: "It is served to this computer alone, until it is stopped with Ctrl-C.")

    @OptionGroup var global: GlobalOptions

    @Option(help: "The port; 0 is any that is free.")
    var port = 8_329

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
    }

    func run() async throws {
        try await Composition.run(try await Settings(arguments: global)) { app in
            try await WebServer(app).run(port: port)
        }
    }
}
