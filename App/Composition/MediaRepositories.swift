import AsyncHTTPClient
import FermataData
import FermataDomain
import Foundation

/// Makes the repositories that read audio and artwork.
struct MediaRepositories {
    private let settings: Settings
    private let http: HTTPClientFactory
    private let client: Lazy<HTTPClient>
    private let sources: any SourceRepository
    private let servers: SubsonicConnections
    private let clock: ProgramClock

    init(
        _ settings: Settings, http: HTTPClientFactory, client: Lazy<HTTPClient>, sources: any SourceRepository,
        servers: SubsonicConnections, clock: ProgramClock
    ) {
        self.settings = settings
        self.http = http
        self.client = client
        self.sources = sources
        self.servers = servers
        self.clock = clock
    }

    /// Audio for downloads, as fast as the settings allow.
    var audio: any AudioRepository {
        guard let rate = settings.downloads.rate else { return streamedAudio }
        return clock.sleep.limiting(streamedAudio, to: rate)
    }

    /// Audio for listening, as fast as it is played.
    var streamedAudio: any AudioRepository {
        let byteLimit = Int64(settings.downloads.maximumBytes)
        let web = LazyAudioRepository {
            HTTPAudioRepository(
                client: client.value, guardedBy: addressGuard, userAgent: settings.userAgent,
                timeouts: settings.timeouts, byteLimit: byteLimit, clock: clock.sleep, now: clock.now)
        }
        return RetryingAudioRepository(
            SubsonicAudioRepository(
                sources: sources, servers, timeouts: settings.timeouts, byteLimit: byteLimit, clock: clock.sleep,
                now: clock.now, otherwise: web),
            retries: settings.retries, clock: clock.sleep)
    }

    /// Artwork of local files is read directly; artwork of the web is cached in a folder beside the library.
    var artwork: any ArtworkRepository {
        let web = HTTPArtworkRepository(
            client: { client.value }, guardedBy: addressGuard, userAgent: settings.userAgent, clock: clock.sleep,
            now: clock.now)
        let folder = URL(filePath: settings.library).appendingPathExtension("pictures")
        let server = SubsonicArtworkRepository(
            sources: sources, servers, clock: clock.sleep, now: clock.now, otherwise: web)
        return FolderArtworkRepository(
            sources: sources, otherwise: CachingArtworkRepository(server, folder: folder, now: clock.now))
    }

    private var addressGuard: AddressGuard {
        AddressGuard(
            sources: sources,
            network: NetworkGuard(
                connectTimeout: settings.timeouts.connect, pinned: { http.client(settings, addresses: [$0: $1]) }))
    }
}

extension Clock where Duration == Swift.Duration {
    fileprivate func limiting(_ repository: any AudioRepository, to rate: ByteRate) -> any AudioRepository {
        RateLimitedAudioRepository(repository, bytesPerSecond: rate.bytes, clock: self)
    }
}

/// Reads audio from a repository that is created on first use.
struct LazyAudioRepository: AudioRepository {
    let make: @Sendable () -> any AudioRepository

    func read(_ music: Music, into sink: any AudioSink) async throws {
        try await make().read(music, into: sink)
    }
}
