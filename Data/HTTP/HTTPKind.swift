package import AsyncHTTPClient
package import FermataDomain
package import Foundation

/// Catalogues on the web, with playlists at another address.
package struct HTTPKind: SourceKind {
    package static let form = SourceForm(
        "http", [.playlistAddress], label: "catalogue (JSON) on the web", example: "https://example.org/songs.json",
        beginnings: SourceForm.webBeginnings)
    private let client: @Sendable () -> HTTPClient
    private let network: NetworkGuard
    private let userAgent: String
    private let timeouts: HTTPTimeouts
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// `client` returns a client from `HTTPClient.fermata`, which its owner shuts down.
    package init(
        client: @escaping @Sendable () -> HTTPClient, network: NetworkGuard, userAgent: String, timeouts: HTTPTimeouts,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        (self.client, self.network, self.userAgent) = (client, network, userAgent)
        (self.timeouts, self.clock, self.now) = (timeouts, clock, now)
    }

    package var form: SourceForm { Self.form }

    package func music(of source: Source) throws -> any RemoteMusicRepository {
        try HTTPMusicRepository(
            address: source.address, client: client(), network: network, userAgent: userAgent, timeouts: timeouts,
            clock: clock, now: now)
    }

    package func playlists(of source: Source) throws -> (any RemotePlaylistRepository)? {
        try source.playlists.map { address in
            try HTTPPlaylistRepository(
                address: address, catalogue: source.address, client: client(), network: network, userAgent: userAgent,
                timeouts: timeouts, clock: clock, now: now)
        }
    }
}
