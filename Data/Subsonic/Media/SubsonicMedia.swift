import AsyncHTTPClient
import FermataDomain
import NIOHTTP1

/// An address on one of the library's servers, and the client that may request it.
struct SubsonicMedia: Sendable {
    let address: CatalogueAddress
    private let request: SubsonicRequest
    private let client: SubsonicClient

    /// Returns nil for an address that is on no server among a song's sources. Throws `SourceFailure`.
    init?(
        _ address: String?, of music: Music, in sources: any SourceRepository, _ connections: SubsonicConnections
    ) async throws {
        guard let address else { return nil }
        for source in try await sources.sources()
        where source.kind == Source.subsonicKind && music.sources.contains(source.name) {
            guard let server = try? SubsonicServer(source.address), let request = server.mediaRequest(for: address)
            else {
                continue
            }
            do {
                self.address = try CatalogueAddress(address)
            } catch {
                throw SourceFailure(.invalidAddress(error), address: music.title)
            }
            self.request = request
            client = try await connections.client(for: source)
            return
        }
        return nil
    }

    /// Returns a failure without words of the server that repeat the secret.
    func redacted(_ failure: SourceFailure) -> SourceFailure { client.redacted(failure) }

    /// Sends the request with credentials and these headers.
    func execute(_ headers: HTTPHeaders) async throws -> HTTPClientResponse {
        try await client.media(request) { $0.headers.add(contentsOf: headers) }
    }
}
