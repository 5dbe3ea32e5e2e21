package import FermataDomain
import Hummingbird
import Synchronization

/// Serves audio to the player of this program, at addresses that only this program knows.
///
/// This program reads the sources by its own rules: the player gets no passwords and no access to private networks.
/// Listens on this computer only, from the first requested address until this object is released.
package final class AudioAddressServer: AudioServer {
    private let getAudio: GetAudioUsecase
    private let token: String
    private let idleTimeout: Duration
    private let server = Mutex<Task<LoopbackServer, any Error>?>(nil)

    /// `token` is random text. A connection that sends no request for `idleTimeout` is closed.
    package init(getAudio: GetAudioUsecase, token: String, idleTimeout: Duration = .seconds(30)) {
        (self.getAudio, self.token, self.idleTimeout) = (getAudio, token, idleTimeout)
    }

    deinit {
        guard let server = server.withLock({ $0 }) else { return }
        // A server that has failed needs no shutdown.
        Task { try? await server.value.shutDown() }
    }

    package func address(of song: MusicID) async throws(PlayerError) -> String {
        let listening = server.withLock { server in
            if let server { return server }
            let new = Task { [router, idleTimeout] in
                try await LoopbackServer(router, label: "fermata.player", idleTimeout: idleTimeout)
            }
            server = new
            return new
        }
        do {
            return "\(try await listening.value.address)/\(token)/\(song)"
        } catch {
            server.withLock { $0 = nil }
            throw .cannotServeAudio
        }
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
