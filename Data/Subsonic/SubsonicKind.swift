package import FermataDomain
package import Foundation

/// Music servers with the OpenSubsonic protocol.
package struct SubsonicKind: SourceKind {
    package static let form = SourceForm(
        "subsonic", [.signsIn], label: "music server (OpenSubsonic)", example: "https://music.example.org --user ann",
        beginnings: SourceForm.webBeginnings)
    private let sources: any SourceRepository
    private let connections: SubsonicConnections
    private let timeouts: HTTPTimeouts
    private let byteLimit: Int64
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// Audio of more than `byteLimit` bytes is rejected.
    package init(
        sources: any SourceRepository, _ connections: SubsonicConnections, timeouts: HTTPTimeouts, byteLimit: Int64,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        (self.sources, self.connections, self.timeouts) = (sources, connections, timeouts)
        (self.byteLimit, self.clock, self.now) = (byteLimit, clock, now)
    }

    package var form: SourceForm { Self.form }

    /// Removes the folder of the server's endpoints from the address.
    package func prepare(_ source: Source) throws -> Source {
        var source = source
        source.address = try SubsonicRepository.address(source.address)
        return source
    }

    package func signIn(to source: Source, with credentials: SourceCredentials) async throws -> SourceCheck? {
        try await connections.signIn(to: source, credentials)
    }

    package func music(of source: Source) throws -> any RemoteMusicRepository { try server(source) }
    package func playlists(of source: Source) throws -> (any RemotePlaylistRepository)? { try server(source) }
    package func stars(of source: Source) throws -> (any RemoteStarRepository)? { try server(source) }
    package func ratings(of source: Source) throws -> (any RemoteRatingRepository)? { try server(source) }
    package func subjects(of source: Source) throws -> (any RemoteSubjectRepository)? { try server(source) }
    package func scrobbles(of source: Source) throws -> (any RemoteScrobbleRepository)? { try server(source) }
    package func lyrics(of source: Source) throws -> (any RemoteLyricsRepository)? { try server(source) }

    package func audio(otherwise other: any AudioRepository) -> any AudioRepository {
        SubsonicAudioRepository(
            sources: sources, connections, timeouts: timeouts, byteLimit: byteLimit, clock: clock, now: now,
            otherwise: other)
    }

    package func artwork(otherwise other: any ArtworkRepository) -> any ArtworkRepository {
        SubsonicArtworkRepository(sources: sources, connections, clock: clock, now: now, otherwise: other)
    }

    package func close() async throws { try await connections.close() }

    private func server(_ source: Source) throws -> SubsonicRepository { try SubsonicRepository(source, connections) }
}
