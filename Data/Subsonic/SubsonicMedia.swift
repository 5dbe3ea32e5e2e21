import AsyncHTTPClient
package import FermataDomain
package import Foundation
import NIOHTTP1

/// Reads audio from the library's servers, and any other audio from another repository.
package struct SubsonicAudioRepository: AudioRepository {
    private let sources: any SourceRepository
    private let connections: SubsonicConnections
    private let timeouts: HTTPTimeouts
    private let byteLimit: Int64
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let fallback: any AudioRepository

    /// Creates a repository that rejects audio of more than `byteLimit` bytes.
    package init(
        sources: any SourceRepository, _ connections: SubsonicConnections, timeouts: HTTPTimeouts = HTTPTimeouts(),
        byteLimit: Int64 = 4 << 30, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
        otherwise fallback: any AudioRepository
    ) {
        (self.sources, self.connections, self.fallback) = (sources, connections, fallback)
        (self.timeouts, self.byteLimit, self.clock, self.now) = (timeouts, byteLimit, clock, now)
    }

    package func read(_ music: Music, into sink: any AudioSink) async throws {
        guard let media = try await SubsonicMedia(music.audioURL, of: music, in: sources, connections) else {
            return try await fallback.read(music, into: sink)
        }
        let detector = StallDetector(timeouts: timeouts)
        let request = AudioDownloadRequest(
            address: media.address, execute: media.execute, byteLimit: byteLimit, stallDetector: detector, now: now)
        do {
            try await detector.watch(media.address.shown, on: clock) { try await request.fetch(into: sink) }
        } catch let failure as SourceFailure {
            throw media.redacted(failure)
        }
    }
}

/// Reads artwork from the library's servers, and any other artwork from another repository.
package struct SubsonicArtworkRepository: ArtworkRepository {
    private let sources: any SourceRepository
    private let connections: SubsonicConnections
    private let byteLimit: Int
    private let deadline: Duration
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let fallback: any ArtworkRepository

    /// Creates a repository that rejects pictures of more than `byteLimit` bytes. The deadline is for the complete
    /// response.
    package init(
        sources: any SourceRepository, _ connections: SubsonicConnections, byteLimit: Int = 10 << 20,
        deadline: Duration = .seconds(20), clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
        otherwise fallback: any ArtworkRepository
    ) {
        (self.sources, self.connections, self.fallback) = (sources, connections, fallback)
        (self.byteLimit, self.deadline, self.clock, self.now) = (byteLimit, deadline, clock, now)
    }

    /// Returns nil if the song has no artwork, or if the server no longer has it.
    package func artwork(of music: Music) async throws -> ArtworkImage? {
        guard let media = try await SubsonicMedia(music.artworkURL, of: music, in: sources, connections) else {
            return try await fallback.artwork(of: music)
        }
        do {
            return try await ArtworkDownloadRequest(
                address: media.address, execute: media.execute, byteLimit: byteLimit, deadline: deadline, clock: clock,
                now: now
            ).fetch()
        } catch let failure as SourceFailure {
            if case .server(SubsonicError.notFoundCode, _) = failure.cause { return nil }
            throw media.redacted(failure)
        }
    }
}

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
        where source.kind == SubsonicKind.form.kind && music.sources.contains(source.name) {
            guard let server = try? SubsonicServer(source.address), let request = server.mediaRequest(for: address)
            else { continue }
            self.address = try CatalogueAddress(address, of: music)
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
