import Foundation
import Hummingbird
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import Synchronization

/// An HTTP server on loopback with scripted responses, valid and faulty ones.
package final class CatalogueServer: Sendable {
    private struct State {
        var answers: [String: ScriptedResponse] = [:]
        var requests: [ReceivedRequest] = []
        var connections: [ObjectIdentifier: any Channel] = [:]
        var isStopped = false
        /// Keeps the port after `stop`.
        var reservation: FileHandle?
    }

    private let state = Mutex(State())
    private let running = Mutex<(services: ServiceGroup, task: Task<Void, any Error>, port: Int)?>(nil)

    /// Starts a server that runs until `stop`, over TLS with a certificate. Port 0 chooses any free port.
    package init(port: Int = 0, certificate: TestCertificate? = nil) async throws {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        var logger = Logger(label: "CatalogueServer")
        logger.logLevel = .critical
        let application = Application(
            responder: CallbackResponder { [self] in try await respond(to: $0, $1) },
            server: try certificate.map { try .tls(tlsConfiguration: $0.configuration()) } ?? .http1(),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let services = ServiceGroup(services: [application], logger: logger)
        let task = Task {
            defer { continuation.finish() }
            try await services.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await task.value
            throw CancellationError()
        }
        running.withLock { $0 = (services, task, port) }
    }

    /// The server's port, also after the stop.
    package var port: Int { running.withLock { $0?.port ?? 0 } }

    /// The requests so far, in order.
    package var requests: [ReceivedRequest] { state.withLock { $0.requests } }

    package func url(_ path: String, scheme: String = "http", host: String = "127.0.0.1") -> String {
        "\(scheme)://\(host):\(port)\(path)"
    }

    /// Sets the response to later requests for a path.
    package func answer(_ path: String, _ answer: ScriptedResponse) {
        state.withLock { $0.answers[path] = answer }
    }

    /// Redirects `path` a number of times, each time to another path, and finally to `target`.
    package func redirect(_ path: String, hops: Int, to target: String) {
        for hop in 0..<hops {
            let next = hop == hops - 1 ? target : "\(path)/\(hop + 1)"
            answer(hop == 0 ? path : "\(path)/\(hop)", .redirect(to: next))
        }
    }

    /// Ends every connection and stops serving.
    ///
    /// Connections are refused until the end of `withCatalogueServer`: no server of a parallel test gets the port.
    package func stop() async {
        await shutDown()
        state.withLock { [port] in $0.reservation = FileHandle.reservation(ofPort: port) }
    }

    fileprivate func shutDown() async {
        let connections = state.withLock { state in
            (state.reservation, state.isStopped) = (nil, true)
            return state.connections.values
        }
        await running.withLock { $0?.services }?.triggerGracefulShutdown()
        for channel in connections { channel.close(promise: nil) }
        _ = await running.withLock { $0?.task }?.result
    }

    private func respond(to request: Request, _ context: ServerContext) async throws -> Response {
        let body = request.method == .post ? String(buffer: try await request.body.collect(upTo: 1 << 20)) : ""
        let received = ReceivedRequest(request, body: body)
        let (answer, isStopped) = state.withLock { state in
            state.requests.append(received)
            state.connections[ObjectIdentifier(context.channel)] = context.channel
            return (state.answers[request.uri.path], state.isStopped)
        }
        // A request that ends after the stop would otherwise wait for the end of its own connection.
        if isStopped { context.channel.close(promise: nil) }
        return try await (answer ?? .status(404)).respond(received, context.channel)
    }
}

/// Runs a body with a server, and stops the server.
package func withCatalogueServer<Value>(
    certificate: TestCertificate? = nil, _ body: (CatalogueServer) async throws -> Value
) async throws -> Value {
    let server = try await CatalogueServer(certificate: certificate)
    do {
        let value = try await body(server)
        await server.shutDown()
        return value
    } catch {
        await server.shutDown()
        throw error
    }
}

struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
