import AsyncHTTPClient
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestServer
import Testing

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
        source = Source(name: "home", kind: "subsonic", address: address, added: Fetcher.now, traits: .signsIn)
        connections = SubsonicConnections(
            credentials: credentials, http: { fetcher.client }, trusting: { _ in fetcher.client },
            userAgent: "Fermata/1.2.3", timeouts: fetcher.timeouts, retries: retries, clock: fetcher.clock,
            now: { Fetcher.now }, salt: { "0123456789abcdef" })
        (self.server, self.fetcher) = (server, fetcher)
    }

    var sources: SingleSourceRepository { SingleSourceRepository(source) }

    func repository() throws -> SubsonicRepository { try SubsonicRepository(source, connections) }

    /// Reads all songs once.
    func fetch(since revision: String? = nil) async throws -> CatalogueFetchResult {
        var fetched = CatalogueFetchResult()
        for try await element in try repository().batches(since: revision) {
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
        let records = try await repository().records()
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

extension Repositories {
    static let subsonic = RemoteMusicRepositoryFactory("OpenSubsonic", titles: SampleMusic.all.map(\.title)) {
        state, body in
        try await withMusicServer(retries: RetryPolicy(attempts: 1)) { server, access in
            server.change { content in
                // A server that sends some parts is partly read.
                if state == .failing { content.passwords = [:] }
                content.isScanning = state == .cut
                content.songs = SampleMusic.all.map { music in
                    ServedSong(
                        id: music.key, title: music.title, artist: music.artist, album: music.album,
                        duration: Int(music.duration.components.seconds))
                }
                if state == .withBadRecord { content.songs.insert(ServedSong(id: "bad", title: ""), at: 1) }
            }
            try await body(try access.repository())
        }
    }

    static let subsonicPlaylists = RemotePlaylistRepositoryFactory("OpenSubsonic") { playlists, body in
        try await withMusicServer { server, access in
            server.change { content in
                content.playlists = playlists.map { ServedPlaylist(id: $0.key, name: $0.name, songs: $0.songKeys) }
            }
            try await body(try access.repository())
        }
    }

    static let subsonicAudio = AudioRepositoryFactory("OpenSubsonic") { body in
        try await withMusicServer { server, access in
            let change: @Sendable (MusicID, (inout ServedAudio) -> Void) -> Void = { id, change in
                server.change { change(&$0.audio["\(id)", default: ServedAudio(Data())]) }
            }
            try await body(
                AudioSubject(
                    HomeAudio(repository: access.audio(otherwise: FakeAudioRepository())),
                    serve: { id, content in
                        change(id) { ($0.content, $0.etag) = (content, "\"\(content.hashValue)\"") }
                    },
                    breakNext: { id, count in change(id) { $0.breaksAfter = returningOnce(count) } },
                    address: { server.address + "/rest/stream.view?id=\($0)&format=raw" }))
        }
    }

    static let subsonicStars = RemoteStarRepositoryFactory("OpenSubsonic") { body in
        try await withMusicServer { server, access in
            let letters = ["a", "b", "c", "d", "e"]
            server.change { $0.songs = letters.map { ServedSong(id: "id of \($0)", title: $0) } }
            try await body(
                try access.repository(), Dictionary(uniqueKeysWithValues: letters.map { ($0, "id of \($0)") }))
        }
    }

    static let subsonicRatings = RemoteRatingRepositoryFactory("OpenSubsonic") { body in
        try await withMusicServer { server, access in
            let letters = ["a", "b", "c", "d", "e"]
            server.change { $0.songs = letters.map { ServedSong(id: "id of \($0)", title: $0) } }
            try await body(
                try access.repository(), Dictionary(uniqueKeysWithValues: letters.map { ($0, "id of \($0)") }))
        }
    }

    static let fileCredentials = SourceCredentialsRepositoryFactory("file") {
        let folder = try TemporaryFolder()
        return FileSourceCredentialsRepository(
            path: folder.path("fermata/credentials.json"), library: folder.path("library.sqlite"))
    }

    static let inMemoryCredentials = SourceCredentialsRepositoryFactory("in memory") {
        InMemorySourceCredentialsRepository()
    }
}

/// Reads all songs as songs of the source “home”.
private struct HomeAudio: AudioRepository {
    let repository: any AudioRepository

    func read(_ music: Music, into sink: any AudioSink) async throws {
        var music = music
        music.sources = ["home"]
        try await repository.read(music, into: sink)
    }
}

/// Expects that a body throws a `SourceFailure` with a cause.
func expectFailure(
    _ expected: SourceFailureCause, at location: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Any
) async {
    let found = await cause(body)
    #expect(found == expected, sourceLocation: location)
}

/// The cause of the failure of a body; nil if it succeeds or throws another error.
func cause(_ body: () async throws -> some Any) async -> SourceFailureCause? {
    do {
        _ = try await body()
        return nil
    } catch {
        return (error as? SourceFailure)?.cause
    }
}
