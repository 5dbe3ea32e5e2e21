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
    /// Audio in files of sources on this computer.
    let files: any StoredAudioRepository
    let sizes: any AudioSizeRepository
    /// Artwork of local files is read directly; artwork of the web is cached in a folder beside the library.
    let artwork: any ArtworkRepository

    init(
        _ settings: Settings, client: Lazy<HTTPClient>, network: NetworkGuard, sources: any SourceRepository,
        kinds: SourceKinds, clock: ProgramClock
    ) {
        let addressGuard = AddressGuard(sources: sources, network: network)
        let byteLimit = Int64(settings.downloads.maximumBytes)
        let webAudio = HTTPAudioRepository(
            client: client.value, guardedBy: addressGuard, userAgent: settings.userAgent,
            timeouts: settings.timeouts, byteLimit: byteLimit, clock: clock.sleep, now: clock.now)
        let streamedAudio = RetryingAudioRepository(
            kinds.audio(otherwise: webAudio), retries: settings.retries, clock: clock.sleep)
        self.streamedAudio = streamedAudio
        audio = settings.downloads.rate.map { clock.sleep.limiting(streamedAudio, to: $0) } ?? streamedAudio
        let webArtwork = HTTPArtworkRepository(
            client: { client.value }, guardedBy: addressGuard, userAgent: settings.userAgent, clock: clock.sleep,
            now: clock.now)
        let folder = URL(filePath: settings.library).appendingPathExtension("pictures")
        let remoteArtwork = CachingArtworkRepository(
            kinds.artwork(otherwise: webArtwork), folder: folder, now: clock.now)
        let folderFiles = FolderAudioRepository(sources: sources, folder: kinds.folder)
        (files, sizes) = (kinds.files(otherwise: folderFiles), folderFiles)
        artwork = FolderArtworkRepository(sources: sources, folder: kinds.folder, otherwise: remoteArtwork)
    }
}

extension Clock where Duration == Swift.Duration {
    fileprivate func limiting(_ repository: any AudioRepository, to rate: ByteRate) -> any AudioRepository {
        RateLimitedAudioRepository(repository, bytesPerSecond: rate.bytes, clock: self)
    }
}
