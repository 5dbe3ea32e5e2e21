import FermataDomain
import FermataPresentation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The web page and the JSON API over one library, until the program is told to end.
struct WebServer {
    typealias Context = WebContext
    /// How long answers that are under way may take, once the server is told to end.
    private static let farewell = Duration.seconds(5)
    /// How many may read the library side by side: what takes long keeps as many others waiting.
    private static let readers = 4
    private let app: Composition
    private let settings: ServeSettings
    private let cache: ResponseCache
    private let connections: ConnectionTable
    private let hub = EventHub()
    private let faults = FatalErrorMonitor()
    private let downloads: DownloadQueue
    private let sync: SyncService

    init(_ app: Composition, settings: ServeSettings, jobs: Int) {
        self.app = app
        self.settings = settings
        connections = ConnectionTable(limit: settings.connections)
        let (hub, faults) = (hub, faults)
        let failed: @Sendable (any Error) -> Void = { error in
            faults.report(error)
            hub.publish(.failure(Problem(error).detail))
        }
        cache = ResponseCache { [watch = app.watch] in try watch.knownVersion() }
        downloads = DownloadQueue(app.downloads, jobs: jobs, failed: failed)
        sync = SyncService(
            app.sources, told: { hub.publish(.sync($0), isStanding: $0.isRunning) },
            failed: { faults.report($0) })
    }

    /// Serves, and prints the address once it can be asked.
    ///
    /// TERM and INT end it: what is being answered is answered first. Throws `ServeError` where it cannot listen.
    func run(host: String, port: Int) async throws {
        var logger = Logger(label: "fermata")
        logger.logLevel = .critical
        let pages = try PageRenderer(app)
        try app.openReaders(Self.readers)
        let server = Application(
            responder: WebResponder(
                door: RequestAuthorizer(settings), cache: cache, connections: connections,
                routes: RouteTable(router(pages)),
                faults: faults, problems: ProblemPages(pages)),
            server: .http1(configuration: .bounded(settings, connections)),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { [faults] channel in
                do {
                    let address = channel.localAddress
                    let shown = Self.reachable(address?.ipAddress) ?? host
                    try StandardOutput.print("http://\(Self.authority(shown, address?.port ?? port))/\n")
                } catch {
                    faults.end(with: error)
                }
            }, logger: logger)
        // The last is ended first: who listens is let go, then what is asked is answered, then the rest stops.
        var configuration = ServiceGroupConfiguration(
            services: ([
                faults, DownloadService(queue: downloads), sync, server, EventFeed(app, hub: hub, faults: faults),
            ] as [any Service]).map {
                .init(service: $0, failureTerminationBehavior: .gracefullyShutdownGroup)
            }, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.farewell
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError {
            throw ServeError(error, address: Self.authority(host, port))
        }
    }

    /// A name to ask by, where a server listens at all addresses that there are.
    private static func reachable(_ address: String?) -> String? {
        switch address {
        case "0.0.0.0": "127.0.0.1"
        case "::": "localhost"
        default: nil
        }
    }

    private static func authority(_ host: String, _ port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The routes: those that need no library, those of the API, then the pages.
    private func router(_ pages: PageRenderer) -> Router<Context> {
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        AboutRoutes().add(to: router)
        EventRoutes(hub).add(to: router)
        Assets().add(to: router)
        router.add(middleware: LibraryAvailabilityMiddleware(watch: app.watch))
        MusicRoutes(app, cache: cache).add(to: router)
        ArtworkRoutes(app).add(to: router)
        ArtistRoutes(app).add(to: router)
        PlaylistRoutes(app, cache: cache).add(to: router)
        DownloadRoutes(app, queue: downloads).add(to: router)
        ToDoRoutes(app, cache: cache).add(to: router)
        SourceRoutes(app, cache: cache, sync: sync).add(to: router)
        PageRoutes(app, pages).add(to: router)
        return router
    }
}
