import AsyncHTTPClient
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer

/// A fake music server and its repositories.
struct MusicServerAccess: Sendable {
    let server: FakeMusicServer
    let credentials: InMemorySourceCredentialsRepository
    let connections: SubsonicConnections
    let source: Source
    private let fetcher: Fetcher

    /// `address` contains the user name.
    init(
        _ server: FakeMusicServer, _ fetcher: Fetcher, secret: SourceCredentials.Secret = .password("secret7"),
        unencrypted: Bool = false, retries: RetryPolicy = RetryPolicy(firstPause: .zero), address: String? = nil
    ) {
        let address = address ?? server.address.replacing("http://", with: "http://ann@")
        credentials = InMemorySourceCredentialsRepository([
            address: SourceCredentials(secret, allowsUnencryptedPassword: unencrypted)
        ])
        source = Source(name: "home", kind: Source.subsonicKind, address: address, added: Fetcher.now)
        connections = SubsonicConnections(
            credentials: credentials, http: { fetcher.client }, trusting: { _ in fetcher.client },
            userAgent: "Fermata/1.2.3", timeouts: fetcher.timeouts, retries: retries, clock: fetcher.clock,
            now: { Fetcher.now },
            salt: { "0123456789abcdef" })
        (self.server, self.fetcher) = (server, fetcher)
    }

    var sources: SingleSourceRepository { SingleSourceRepository(source) }

    func music() throws -> SubsonicMusicRepository { try SubsonicMusicRepository(source, connections) }
    func playlists() throws -> SubsonicPlaylistRepository { try SubsonicPlaylistRepository(source, connections) }
    func stars() throws -> SubsonicStarRepository { try SubsonicStarRepository(source, connections) }

    func scrobbles() throws -> SubsonicScrobbleRepository { try SubsonicScrobbleRepository(source, connections) }

    func lyrics() throws -> SubsonicLyricsRepository { try SubsonicLyricsRepository(source, connections) }

    /// Reads all songs once.
    func fetch(since revision: String? = nil) async throws -> CatalogueFetchResult {
        var fetched = CatalogueFetchResult()
        for try await element in try music().batches(since: revision) {
            switch element {
            case .batch(let batch):
                fetched.titles += try batch.records.map { try $0.read().title }
                fetched.rejected += batch.rejected
            case .end(let result): fetched.end = result
            }
        }
        return fetched
    }

    /// A song of the server as the library stores it.
    func song(_ key: String, picture: String? = nil) async throws -> Music {
        let records = try await music().records()
        let remote = try records.map { try $0.read() }.first { $0.key == key }
        return Music(
            id: MusicID(1), title: remote?.title ?? "", artworkURL: remote?.artworkURL, audioURL: remote?.audioURL,
            sources: ["home"])
    }
}

/// Runs a body with a fake music server. Its repositories retry without pauses.
///
/// A server that is not `isLocal` has an address that does not show that it is on this computer.
func withMusicServer(
    secret: SourceCredentials.Secret = .password("secret7"), unencrypted: Bool = false, isLocal: Bool = true,
    timeouts: HTTPTimeouts = HTTPTimeouts(), retries: RetryPolicy = RetryPolicy(firstPause: .zero),
    _ content: FakeMusicServer.Content = .songs(3),
    _ body: (FakeMusicServer, MusicServerAccess) async throws -> Void
) async throws {
    try await withServer(timeouts: timeouts) { server, fetcher in
        let fake = FakeMusicServer(server, content)
        let address = server.url("", host: "ann@" + (isLocal ? "127.0.0.1" : Fetcher.remoteHost))
        try await body(
            fake,
            MusicServerAccess(
                fake, fetcher, secret: secret, unencrypted: unencrypted, retries: retries, address: address))
    }
}

extension FakeMusicServer.Content {
    /// A server with numbered songs.
    static func songs(_ count: Int) -> FakeMusicServer.Content {
        var content = FakeMusicServer.Content()
        content.songs = (0..<count).map { number in
            ServedSong(id: "s\(number)", title: "Song \(number)", album: "Album \(number % 7)")
        }
        return content
    }
}
