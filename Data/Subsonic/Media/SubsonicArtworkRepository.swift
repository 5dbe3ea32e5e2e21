package import FermataDomain
package import Foundation

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
