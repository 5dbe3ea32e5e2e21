import AsyncHTTPClient
import FermataData
import FermataDomain
import Foundation

/// Builds the application that the settings describe, on a library that it opens.
///
/// `migrating` receives the steps of a migration. Throws `LibraryError` and `SettingsError`.
func makeApplication(
    _ settings: Settings, http: HTTPClientFactory, clock: ProgramClock, storage: LibraryStorage,
    notes: Notes, migrating: @escaping LibraryStorage.Migrating
) throws -> FermataApplication {
    let library = try storage.library(settings, now: clock.now, note: notes.note, migrating: migrating)
    return try FermataApplication(settings, http: http, clock: clock, notes: notes, library: library)
}

/// The repositories of one library, and the use cases and data sources over them.
///
/// Only compositions use it: they pass each command, screen and controller its dependencies.
struct FermataApplication: Sendable {
    let settings: Settings
    let clock: ProgramClock
    let notes: Notes
    let client: Lazy<HTTPClient>
    let file: SQLiteLibrary
    let sourceRepository: SQLiteSourceRepository
    let credentials: any SourceCredentialsRepository
    let servers: SubsonicConnections
    let remotes: RemoteRepositories
    let music: SQLiteMusicRepository
    let syncedMusic: OfflineFirstMusicRepository
    let playlistRepository: SQLitePlaylistRepository
    let starRepository: SQLiteStarRepository
    let plays: Outbox
    let downloadRepository: FileDownloadRepository
    let toDoRepository: SQLiteToDoRepository
    let audio: any AudioRepository
    let streamedAudio: any AudioRepository
    let artworkRepository: any ArtworkRepository
    let geocoder: any Geocoder
    let health: LibraryHealthServices

    fileprivate init(
        _ settings: Settings, http: HTTPClientFactory, clock: ProgramClock, notes: Notes, library: SQLiteLibrary
    ) throws {
        self.notes = notes
        let client = Lazy { http.client(settings) }
        (self.settings, self.clock, self.client, file) = (settings, clock, client, library)
        sourceRepository = SQLiteSourceRepository(library: library)
        let credentials = FileSourceCredentialsRepository(path: settings.credentials, library: settings.library)
        let servers = SubsonicConnections(
            credentials: credentials, http: { client.value },
            trusting: { http.client(settings, certificates: $0) }, userAgent: settings.userAgent,
            timeouts: settings.timeouts, retries: settings.retries, clock: clock.sleep, now: clock.now,
            salt: RandomSalt.text)
        (self.credentials, self.servers) = (credentials, servers)
        remotes = RemoteRepositories(settings, http: http, client: client, servers: servers, clock: clock)
        music = SQLiteMusicRepository(library: library, now: clock.now)
        playlistRepository = SQLitePlaylistRepository(library: library)
        starRepository = SQLiteStarRepository(library: library)
        plays = .scrobbles(SQLiteScrobbleRepository(library: library, now: clock.now), remote: remotes.scrobbles)
        health = LibraryHealthServices(settings, now: clock.now)
        syncedMusic = OfflineFirstMusicRepository(
            local: music, sources: sourceRepository,
            playlists: PlaylistSources(local: playlistRepository, remote: remotes.playlists),
            stars: StarSources(local: starRepository, remote: remotes.stars, plays: plays),
            retries: settings.retries, songLimit: settings.songLimit, clock: clock.sleep, now: clock.now,
            remote: remotes.repository)
        downloadRepository = FileDownloadRepository(
            library: library, folder: settings.downloads.folder, clock: clock.sleep)
        toDoRepository = SQLiteToDoRepository(library: library, now: clock.now)
        let media = MediaRepositories(
            settings, http: http, client: client, sources: sourceRepository, servers: servers, clock: clock)
        audio = media.audio
        streamedAudio = media.streamedAudio
        artworkRepository = media.artwork
        geocoder = try GeocoderFactory(settings, client: client, library: library, clock: clock).geocoder
    }

    /// Opens connections for parallel readers. Throws `LibraryError`.
    ///
    /// If the library cannot be opened that way now, readers share one connection until something changes.
    func openReaders(_ count: Int) throws {
        do {
            try file.open(readers: count)
        } catch LibraryError.busy, LibraryError.cannotWrite {
            return  // the first change opens them, or reports the error
        }
    }

    /// Shuts the HTTP clients down.
    func close() async throws {
        let result: Result<Void, any Error>
        do { result = .success(try await servers.close()) } catch { result = .failure(error) }
        try await client.existing?.shutdown()
        try result.get()
    }
}
