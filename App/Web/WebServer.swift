import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The web page and the JSON API over one library, until the program is told to end.
struct WebServer {
    typealias Context = BasicRequestContext
    private let app: Composition

    init(_ app: Composition) {
        self.app = app
    }

    /// Serves on loopback, and prints the address once it can be asked.
    ///
    /// TERM and INT end it: what is being answered is answered first.
    func run(port: Int) async throws {
        var logger = Logger(label: "fermata")
        logger.logLevel = .critical
        let server = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                try? StandardOutput.print("http://127.0.0.1:\(channel.localAddress?.port ?? port)/\n")
            }, logger: logger)
        let services = ServiceGroup(
            services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await services.run()
    }

    private var router: Router<Context> {
        let router = Router()
        MusicRoutes(app).add(to: router)
        PlaylistPage(app).add(to: router)
        return router
    }
}
