package import FermataDomain
import Foundation

/// Sends plays to a server: https://opensubsonic.netlify.app/docs/endpoints/scrobble/
package struct SubsonicScrobbleRepository: RemoteScrobbleRepository {
    private let source: Source
    private let connections: SubsonicConnections

    /// Throws `SourceError.invalidAddress`.
    package init(_ source: Source, _ connections: SubsonicConnections) throws(SourceError) {
        _ = try SubsonicServer(source.address)
        (self.source, self.connections) = (source, connections)
    }

    package func send(_ scrobble: Scrobble) async throws {
        let client = try await connections.client(for: source)
        let milliseconds = Int64(saturating: scrobble.started.timeIntervalSince1970 * 1_000)
        let request = SubsonicRequest(
            "scrobble", [("id", scrobble.key), ("time", String(milliseconds)), ("submission", "true")])
        do {
            _ = try await client.call(request, returning: SubsonicSuccess.self)
        } catch is SubsonicError {
            // The server has no such song, or counts no plays; it would refuse the next attempt as well.
        } catch let failure as SourceFailure where failure.showsUnknownMethod {
        } catch let failure as SourceFailure where failure.cause == .status(500, retryAfter: nil) {
            // The server cannot handle this play, which must not block later ones.
        }
    }
}
