import FermataPresentation
import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

extension WebServer {
    /// The time that running requests have after a signal to stop.
    private static let shutdownTimeout = Duration.seconds(5)

    /// Serves until SIGTERM or SIGINT, and calls `listening` with the address as soon as clients can connect.
    ///
    /// Running requests finish before it returns. Throws `ServeError` if it cannot listen.
    func run(
        host: String, port: Int, deadline: ShutdownDeadline,
        listening: @escaping @Sendable (String) throws -> Void
    ) async throws {
        let signals = deadline.start(at: [SIGTERM, SIGINT])
        defer { signals.forEach { $0.cancel() } }
        var logger = Logger(label: "fermata")
        logger.logLevel = .critical
        let connections = ConnectionTable(limit: settings.connections)
        let server = Application(
            responder: makeResponder(connections: connections),
            server: .http1(configuration: .limited(timeout: settings.timeout, connections)),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { [monitor, path = settings.path] channel in
                do {
                    let address = channel.localAddress
                    let shown = Self.reachableHost(for: address?.ipAddress) ?? host
                    try listening("http://\(Self.authority(shown, address?.port ?? port))\(path)/")
                } catch {
                    monitor.stop(with: error)
                }
            }, logger: logger)
        // Services stop in reverse order: subscribers leave first, then requests finish, then the others stop.
        var configuration = ServiceGroupConfiguration(
            services: (services + [server] + feeds + [ShutdownService(deadline: deadline)]).map {
                .init(service: $0, failureTerminationBehavior: .gracefullyShutdownGroup)
            }, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.shutdownTimeout
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            deadline.cancel()
            throw (error as? IOError).map { ServeError($0, address: Self.authority(host, port)) } ?? error
        }
    }

    /// Starts the deadline when a fatal error stops the server.
    private struct ShutdownService: Service {
        let deadline: ShutdownDeadline

        func run() async throws {
            try? await gracefulShutdown()  // a cancelled service stops as well
            deadline.start { [deadline] in
                if deadline.isRequested { return nil }
                return ProblemModel(
                    .stopping, "The server did not stop in time after an error.", hint: "Start it again.")
            }
        }
    }

    /// A host to connect to, for a server that listens on all addresses.
    private static func reachableHost(for address: String?) -> String? {
        switch address {
        case "0.0.0.0": "127.0.0.1"
        case "::": "localhost"
        default: nil
        }
    }

    private static func authority(_ host: String, _ port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

/// An address that the server cannot listen on.
struct ServeError: ProblemConvertible {
    private let address: String
    private let errorCode: CInt

    init(_ error: IOError, address: String) {
        self.address = address
        errorCode = error.errnoCode
    }

    func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        let isInUse = errorCode == EADDRINUSE
        let cause = isInUse ? "the address is in use" : String(cString: strerror(errorCode))
        return ProblemModel(
            .cannotListen, "Cannot listen on \(address): \(cause).",
            hint: isInUse
                ? "Choose another port with --port, or use --port 0 for any free port."
                : "Choose another address with --host.")
    }
}
