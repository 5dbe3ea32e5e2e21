import Hummingbird
import Logging
import ServiceLifecycle

/// A server on a free port of this computer, which other computers cannot reach.
struct LoopbackServer: Sendable {
    /// How long responses may take during the shutdown.
    private static let timeout = Duration.seconds(1)
    /// `http://127.0.0.1:49152`.
    let address: String
    private let services: ServiceGroup
    private let serving: Task<Void, any Error>

    /// Returns once clients can connect. Throws the error of a server that cannot listen, and `CancellationError`.
    ///
    /// A connection without a response in progress is closed if no request arrives for `idleTimeout`.
    init<Builder: HTTPResponderBuilder>(
        _ router: Builder, label: String, idleTimeout: Duration = .seconds(30)
    ) async throws
    where Builder.Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let (ports, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
        var logger = Logger(label: label)
        logger.logLevel = .critical
        let application = Application(
            router: router,
            server: .http1(configuration: .init(idleTimeout: .nanoseconds(Int64(idleTimeout / .nanoseconds(1))))),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) }, logger: logger)
        var configuration = ServiceGroupConfiguration(services: [application], logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.timeout
        let services = ServiceGroup(configuration: configuration)
        // Not a child task: cancelling Hummingbird ends the program if a connection arrives at that moment.
        serving = Task {
            do { try await services.run() } catch {
                continuation.finish(throwing: error)
                throw error
            }
        }
        self.services = services
        var iterator = ports.makeAsyncIterator()
        guard let port = try await iterator.next() else {
            await services.triggerGracefulShutdown()
            throw CancellationError()
        }
        address = "http://127.0.0.1:\(port)"
    }

    /// Ends the server after its responses. Throws the error that has ended it before.
    func shutDown() async throws {
        await services.triggerGracefulShutdown()
        try await serving.value
    }
}
