import AsyncHTTPClient
import FermataData
import FermataDomain
import Foundation

/// The repositories that read audio and artwork.
struct MediaRepositories: Sendable {
    /// Audio for downloads, as fast as the settings allow.
    let audio: any AudioRepository
    /// Audio for listening, as fast as it is played.
    let streamedAudio: any AudioRepository
    /// Artwork of local files is read directly; artwork of the web is cached in a folder beside the library.
    let artwork: any ArtworkRepository

    init(
        _ settings: Settings, http: HTTPClientFactory, client: Lazy<HTTPClient>, sources: any SourceRepository,
        servers: SubsonicConnections, clock: ProgramClock
    ) {
        let addressGuard = AddressGuard(
            sources: sources,
            network: NetworkGuard(
                connectTimeout: settings.timeouts.connect, pinned: { http.client(settings, addresses: [$0: $1]) }))
        let byteLimit = Int64(settings.downloads.maximumBytes)
        let webAudio = HTTPAudioRepository(
            client: client.value, guardedBy: addressGuard, userAgent: settings.userAgent,
            timeouts: settings.timeouts, byteLimit: byteLimit, clock: clock.sleep, now: clock.now)
        let streamedAudio = RetryingAudioRepository(
            SubsonicAudioRepository(
                sources: sources, servers, timeouts: settings.timeouts, byteLimit: byteLimit, clock: clock.sleep,
                now: clock.now, otherwise: webAudio),
            retries: settings.retries, clock: clock.sleep)
        self.streamedAudio = streamedAudio
        audio = settings.downloads.rate.map { clock.sleep.limiting(streamedAudio, to: $0) } ?? streamedAudio
        let webArtwork = HTTPArtworkRepository(
            client: { client.value }, guardedBy: addressGuard, userAgent: settings.userAgent, clock: clock.sleep,
            now: clock.now)
        let folder = URL(filePath: settings.library).appendingPathExtension("pictures")
        let serverArtwork = SubsonicArtworkRepository(
            sources: sources, servers, clock: clock.sleep, now: clock.now, otherwise: webArtwork)
        artwork = FolderArtworkRepository(
            sources: sources, otherwise: CachingArtworkRepository(serverArtwork, folder: folder, now: clock.now))
    }
}

extension Clock where Duration == Swift.Duration {
    fileprivate func limiting(_ repository: any AudioRepository, to rate: ByteRate) -> any AudioRepository {
        RateLimitedAudioRepository(repository, bytesPerSecond: rate.bytes, clock: self)
    }
}
