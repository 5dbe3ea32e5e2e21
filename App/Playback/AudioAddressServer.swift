package import FermataDomain
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization

/// Serves audio to the player of this program, at addresses that only this program knows.
///
/// Sources are read by this program with its rules: passwords do not reach the player, and addresses of private networks
/// stay closed to it. Listens on this computer only, from the first requested address on, as long as it is referenced.
package final class AudioAddressServer: AudioAddresses {
    /// How long responses may take after the last reference is released.
    private static let patience = Duration.seconds(1)
    private let getAudio: GetAudioUsecase
    private let token: String
    private let server = Mutex<Task<Int, any Error>?>(nil)
    private let running = Mutex<ServiceGroup?>(nil)

    /// `token` is random text.
    package init(getAudio: GetAudioUsecase, token: String) {
        (self.getAudio, self.token) = (getAudio, token)
    }

    deinit {
        guard let services = running.withLock({ $0 }) else { return }
        // Cancelling Hummingbird instead ends the program if a connection arrives at that moment.
        Task { await services.triggerGracefulShutdown() }
    }

    package func address(of song: MusicID) async throws(PlayerError) -> String {
        let port = server.withLock { server in
            if let server { return server }
            let new = Task { try await self.listen() }
            server = new
            return new
        }
        do {
            return "http://127.0.0.1:\(try await port.value)/\(token)/\(song)"
        } catch {
            server.withLock { $0 = nil }
            throw .noAddress
        }
    }

    /// Starts the server and returns its port.
    private func listen() async throws -> Int {
        let (ports, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
        var logger = Logger(label: "fermata.player")
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) }, logger: logger)
        var configuration = ServiceGroupConfiguration(services: [application], logger: logger)
        configuration.maximumGracefulShutdownDuration = Self.patience
        let services = ServiceGroup(configuration: configuration)
        running.withLock { $0 = services }
        Task {
            do { try await services.run() } catch { continuation.finish(throwing: error) }
            continuation.finish()
        }
        for try await port in ports { return port }
        throw PlayerError.noAddress
    }

    private var router: Router<WebContext> {
        let router = Router(context: WebContext.self)
        router.get(":token/:id") { [token, getAudio] request, context in
            guard try context.parameters.require("token") == token,
                let prefix = MusicIDPrefix(try context.parameters.require("id"))
            else { throw HTTPError(.notFound) }
            do {
                return try await AudioResponder(request: request, channel: context.channel)
                    .response(with: try await getAudio.execute(prefix.range.lowerBound))
            } catch { throw HTTPError(Problem(error).status) }
        }
        return router
    }
}
