import ArgumentParser
import AsyncHTTPClient
import FermataData
import FermataDomain
import FermataPresentation
import Foundation

/// Everything the commands use, built in one place from the settings.
struct Composition: Sendable {
    let sources: any SourceRepository
    let addSource: AddSourceUsecase
    let library: OfflineFirstMusicRepository
    /// Shows what the library holds, without any network.
    let stored: MusicListDataSource
    let watch: any LibraryChangeObserver
    /// Whether the listener may know how much music there is: where some is left out, counts of all would tell of it.
    let showsCounts: Bool
    let artwork: GetArtworkUsecase
    let outlines: any OutlineRepository = NaturalEarthRepository()
    /// Shows what the library holds, and refreshes it behind the screen.
    let refreshing: MusicListDataSource
    let artistPage: ArtistTableDataSource
    let playlists: PlaylistsDataSource
    let downloads: DownloadsDataSource
    let importToDos: ImportToDosUsecase
    let exportToDos: ExportToDosUsecase
    private let file: SQLiteLibrary
    private let makeToDos: @Sendable () -> ToDoListDataSource
    /// Made each time it is asked for, and not before: time zone and locale take longer to load than most commands run.
    var toDos: ToDoListDataSource { makeToDos() }

    /// Opens the library, runs the body, and closes what was opened.
    static func run<Value: Sendable>(
        _ settings: Settings, now: @escaping @Sendable () -> Date = { Date() },
        _ body: @Sendable (Composition) async throws -> Value
    ) async throws -> Value {
        let client = LazyHTTPClient { HTTPClient.fermata(timeouts: settings.timeouts, limits: settings.limits) }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(try Composition(settings, client: client, now: now)))
        } catch LibraryError.damaged(let path) {
            result = Result {
                try LibraryFile.recover(path: path, now: now())
                throw LibraryError.damaged(path: path)
            }
        } catch {
            result = .failure(error)
        }
        try await client.shutdown()
        return try result.get()
    }

    private init(_ settings: Settings, client: LazyHTTPClient, now: @escaping @Sendable () -> Date) throws {
        let file = try LibraryFile.open(settings, now: now)
        self.file = file
        let music = SQLiteMusicRepository(library: file, now: now)
        let lists = SQLitePlaylistRepository(library: file)
        let remotes = RemoteRepositories(settings, client: client, now: now)
        let sources = SQLiteSourceRepository(library: file)
        self.sources = sources
        addSource = AddSourceUsecase(repository: sources, now: now) { source in
            _ = try remotes.repository(for: source)
            _ = try remotes.playlists(of: source)
        }
        library = OfflineFirstMusicRepository(
            local: music, sources: sources, playlists: PlaylistSources(local: lists, remote: remotes.playlists),
            retries: settings.retries, now: now, remote: remotes.repository)
        watch = SQLiteLibraryChangeObserver(library: file)
        showsCounts = settings.listener.filter == .all
        stored = Self.playlist(over: music, sources, for: settings.listener, now: now)
        refreshing = Self.playlist(over: library, sources, for: settings.listener, now: now)
        playlists = PlaylistsDataSource(
            getPlaylists: GetPlaylistsUsecase(repository: lists, listener: settings.listener))
        artwork = GetArtworkUsecase(
            music: music, artwork: Self.artwork(settings, client: client, sources: sources, now: now),
            listener: settings.listener)
        let folder = FileDownloadRepository(library: file, folder: settings.downloads.folder)
        downloads = DownloadsDataSource(
            getDownloads: GetDownloadsUsecase(repository: folder, listener: settings.listener),
            downloadMusic: DownloadMusicUsecase(
                music: music, audio: Self.audio(settings, client: client, sources: sources, now: now),
                downloads: folder,
                listener: settings.listener),
            removeDownload: RemoveDownloadUsecase(music: music, downloads: folder, listener: settings.listener),
            checkDownloads: CheckDownloadsUsecase(repository: folder, music: music, listener: settings.listener))
        let list = SQLiteToDoRepository(library: file)
        importToDos = ImportToDosUsecase(toDos: list)
        exportToDos = ExportToDosUsecase(toDos: list, listener: settings.listener)
        let geocoder = try Self.geocoder(settings, client: client, library: file, now: now)
        makeToDos = {
            ToDoListDataSource(
                getToDos: GetToDosUsecase(toDos: list, music: music, listener: settings.listener),
                addToDo: AddToDoUsecase(toDos: list, geocoder: geocoder),
                checkToDo: CheckToDoUsecase(toDos: list, listener: settings.listener),
                removeToDo: RemoveToDoUsecase(toDos: list), style: DateStyle(localeName: settings.localeName))
        }
        artistPage = ArtistTableDataSource(
            getPage: GetArtistPageUsecase(
                music: music, artists: SQLiteArtistRepository(library: file), downloads: folder,
                listener: settings.listener),
            setBookmark: SetBookmarkUsecase(repository: music, listener: settings.listener), now: now)
    }

    /// Opens connections for many who read side by side, which one command does without.
    ///
    /// Where that cannot be now, they share one until something is changed. Throws `LibraryError`.
    func openReaders(_ count: Int) throws {
        do {
            try file.open(readers: count)
        } catch LibraryError.busy, LibraryError.cannotWrite {
            return  // opened with the first change, or told to whoever asks for one
        }
    }

    private static func audio(
        _ settings: Settings, client: LazyHTTPClient, sources: any SourceRepository,
        now: @escaping @Sendable () -> Date
    ) -> any AudioRepository {
        let source = RetryingAudioRepository(
            LazyAudioRepository {
                HTTPAudioRepository(
                    client: client.value, guardedBy: Self.addressGuard(settings, sources: sources),
                    userAgent: settings.userAgent, timeouts: settings.timeouts,
                    byteLimit: Int64(settings.downloads.maximumBytes), clock: ContinuousClock(), now: now)
            }, retries: settings.retries)
        return settings.downloads.rate.map { RateLimitedAudioRepository(source, bytesPerSecond: $0.bytes) } ?? source
    }

    /// Pictures are kept in a folder beside the library.
    private static func artwork(
        _ settings: Settings, client: LazyHTTPClient, sources: any SourceRepository,
        now: @escaping @Sendable () -> Date
    ) -> any ArtworkRepository {
        CachingArtworkRepository(
            HTTPArtworkRepository(
                client: { client.value }, guardedBy: addressGuard(settings, sources: sources),
                userAgent: settings.userAgent, clock: ContinuousClock(), now: now),
            folder: URL(filePath: settings.library).appendingPathExtension("pictures"), now: now)
    }

    private static func addressGuard(_ settings: Settings, sources: any SourceRepository) -> AddressGuard {
        AddressGuard(sources: sources) { host, address in
            HTTPClient.fermata(timeouts: settings.timeouts, limits: settings.limits, addresses: [host: address])
        }
    }

    /// The gazetteer, or the server that the settings name: asked at its pace, and never twice the same.
    private static func geocoder(
        _ settings: Settings, client: LazyHTTPClient, library: SQLiteLibrary, now: @escaping @Sendable () -> Date
    ) throws -> any Geocoder {
        guard let server = settings.geocoder.url else { return GazetteerGeocoder() }
        let nominatim: NominatimGeocoder
        do {
            nominatim = try NominatimGeocoder(
                server: server, language: settings.language, client: { client.value }, userAgent: settings.userAgent,
                deadline: settings.geocoder.timeout, clock: ContinuousClock(), now: now)
        } catch {
            throw SettingsError.badValue(key: "geocoder.url", expected: "the URL of a Nominatim server, without a user")
        }
        // Without its query, which may hold a key: the library keeps the name.
        let name = String(server.prefix { $0 != "?" })
        let paced = RateLimitedGeocoder(nominatim, server: name, library: library, now: now)
        return CachingGeocoder(paced, server: "\(name) \(settings.language ?? "")", library: library, now: now)
    }

    private static func playlist(
        over repository: any MusicRepository, _ sources: any SourceRepository, for listener: Listener,
        now: @escaping @Sendable () -> Date
    ) -> MusicListDataSource {
        MusicListDataSource(
            getMusic: GetMusicUsecase(repository: repository, sources: sources, listener: listener),
            setBookmark: SetBookmarkUsecase(repository: repository, listener: listener), now: now)
    }
}
