import AsyncHTTPClient
import FermataData
import FermataDomain
import FermataPresentation
import Foundation

/// The repositories of one library, and the use cases and data sources over them.
///
/// Commands, screens and controllers receive what they use of it, never the application itself.
struct FermataApplication: Sendable {
    private(set) var settings: Settings
    let clock: ProgramClock
    let notes: Notes
    let client: Lazy<HTTPClient>
    let file: SQLiteLibrary
    let sourceRepository: SQLiteSourceRepository
    let credentials: any SourceCredentialsRepository
    let kinds: SourceKinds
    let music: SQLiteMusicRepository
    let syncSources: SyncUsecase
    let playlistRepository: SQLitePlaylistRepository
    let starRepository: SQLiteStarRepository
    /// The changes besides bookmarks that wait for sources.
    let outboxes: [Outbox]
    let downloadRepository: FileDownloadRepository
    let toDoRepository: SQLiteToDoRepository
    let media: MediaRepositories
    let geocoder: any Geocoder
    let health: LibraryHealthServices
    let ownProgram: OwnProgram?
    let accountRepository: SQLiteAccountRepository
    private let openOther: OpenOther
    private let transcoder: Lazy<FFmpegTranscoder>

    /// Opens the library of some settings, which shares an open one if that is its source.
    typealias OpenOther = @Sendable (Settings, _ sharing: FermataApplication) throws -> FermataApplication

    /// `kinds` are kinds of sources besides the built-in ones. `ownProgram` starts players in the background.
    /// `openShared` opens a library that is a source of this one. Throws `SettingsError`.
    init(
        _ settings: Settings, kinds otherKinds: [any SourceKind], http: HTTPClientFactory, clock: ProgramClock,
        notes: Notes, library: SQLiteLibrary, ownProgram: OwnProgram?, openOther: @escaping OpenOther,
        openShared: @escaping @Sendable (_ path: String) throws -> SharedLibrary
    ) throws {
        (self.notes, self.ownProgram, self.openOther) = (notes, ownProgram, openOther)
        let client = Lazy { http.client(settings) }
        (self.settings, self.clock, self.client, file) = (settings, clock, client, library)
        sourceRepository = SQLiteSourceRepository(library: library)
        let credentials = FileSourceCredentialsRepository(path: settings.credentials, library: settings.library)
        self.credentials = credentials
        let network = NetworkGuard(
            connectTimeout: settings.timeouts.connect, pinned: { http.client(settings, addresses: [$0: $1]) })
        let dependencies = SourceKindDependencies(
            settings: settings, client: { client.value },
            trustingClient: { http.client(settings, certificates: $0) }, network: network, sources: sourceRepository,
            credentials: credentials, openLibrary: openShared, clock: clock, salt: RandomSalt.text)
        let kinds = SourceKinds(BuiltInKind.all.map { $0.make(dependencies) } + otherKinds)
        self.kinds = kinds
        music = SQLiteMusicRepository(library: library, now: clock.now)
        playlistRepository = SQLitePlaylistRepository(library: library, now: clock.now)
        starRepository = SQLiteStarRepository(library: library)
        outboxes = [
            .ratings(SQLiteRatingRepository(library: library), remote: kinds.ratings),
            .subjects(
                SQLiteSubjectAnnotationRepository(library: library, now: clock.now), remote: kinds.subjects),
            .scrobbles(SQLiteScrobbleRepository(library: library, now: clock.now), remote: kinds.scrobbles),
        ]
        health = LibraryHealthServices(settings, now: clock.now)
        syncSources = SyncUsecase(
            local: music, sources: sourceRepository,
            playlists: PlaylistSources(local: playlistRepository, remote: kinds.playlists),
            stars: StarSources(local: starRepository, remote: kinds.stars, outboxes: outboxes),
            retries: settings.retries, songLimit: settings.songLimit, listener: settings.listener,
            clock: clock.sleep, now: clock.now, remote: kinds.music)
        downloadRepository = FileDownloadRepository(
            library: library, folder: settings.downloads.folder, clock: clock.sleep)
        toDoRepository = SQLiteToDoRepository(library: library, now: clock.now)
        media = MediaRepositories(
            settings, client: client, network: network, sources: sourceRepository, kinds: kinds, clock: clock)
        accountRepository = SQLiteAccountRepository(
            library: library, key: AccountKeyFile(path: settings.accountKey))
        transcoder = Lazy { [music, media, downloadRepository] in
            // The listener's rule was applied to the song before.
            let audio = GetAudioUsecase(
                music: music, stored: [downloadRepository, media.files], remote: media.streamedAudio,
                listener: .anyone)
            return FFmpegTranscoder(
                searchPath: settings.environment["PATH"] ?? "/usr/bin:/bin",
                addresses: AudioAddressServer(getAudio: audio, token: RandomSalt.text() + RandomSalt.text()),
                folder: URL(filePath: settings.library).appendingPathExtension("transcoded"),
                byteLimit: settings.serve.transcodingCache, clock: clock.sleep, now: clock.now)
        }
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
        do { result = .success(try await kinds.close()) } catch { result = .failure(error) }
        try await client.existing?.shutdown()
        try result.get()
    }
}

extension FermataApplication {
    /// Lists the music of the library, without a network.
    var cachedMusic: MusicListDataSource { musicList(nil) }

    /// Lists the music of the library while it syncs its sources.
    var refreshingMusic: MusicListDataSource {
        musicList(RefreshMusicUsecase(getMusic: getMusic, sync: syncSources, now: clock.now))
    }

    func artists(for audience: ProblemModel.Audience) -> ArtistDataSource {
        ArtistDataSource(
            getPage: GetArtistPageUsecase(
                music: music, albums: SQLiteAlbumRepository(library: file),
                artists: SQLiteArtistRepository(library: file), downloads: downloadRepository,
                listener: settings.listener),
            audience: audience, now: clock.now)
    }

    var artistList: ArtistListDataSource {
        ArtistListDataSource(
            getArtists: GetArtistsUsecase(
                repository: SQLiteArtistRepository(library: file), annotations: annotationRepository,
                listener: settings.listener),
            getAlbums: getAlbums)
    }

    var annotations: AnnotationDataSource {
        AnnotationDataSource(
            annotate: AnnotateSubjectsUsecase(
                annotations: annotationRepository, albums: SQLiteAlbumRepository(library: file),
                artists: SQLiteArtistRepository(library: file), listener: settings.listener))
    }

    private var annotationRepository: SQLiteSubjectAnnotationRepository {
        SQLiteSubjectAnnotationRepository(library: file, now: clock.now)
    }

    var albums: AlbumListDataSource { AlbumListDataSource(getAlbums: getAlbums, getMusic: getMusic) }

    var home: HomeDataSource {
        HomeDataSource(
            getHome: GetHomeUsecase(
                getAlbums: getAlbums, control: controls(over: socketControl, isShared: true), now: clock.now))
    }

    private var getAlbums: GetAlbumsUsecase {
        GetAlbumsUsecase(repository: SQLiteAlbumRepository(library: file), listener: settings.listener)
    }

    var accounts: AccountsDataSource {
        AccountsDataSource(
            getAccounts: GetAccountsUsecase(repository: accountRepository),
            edit: EditAccountsUsecase(
                repository: accountRepository,
                libraries: FileAccountLibraryRepository(library: settings.resolvedLibrary),
                randomKey: { RandomSalt.text() + RandomSalt.text() + RandomSalt.text() })
        )
    }

    /// The use cases that reply to the apps of a listener.
    func subsonicServices(for listener: Listener) -> SubsonicServices { serving(listener).subsonicServices }

    /// The same application for another listener.
    func serving(_ listener: Listener) -> FermataApplication {
        var own = self
        own.settings.listener = listener
        return own
    }

    private var subsonicServices: SubsonicServices {
        let (listener, artists) = (settings.listener, SQLiteArtistRepository(library: file))
        return SubsonicServices(
            music: getMusic, albums: getAlbums,
            artists: GetArtistsUsecase(repository: artists, annotations: annotationRepository, listener: listener),
            artistNames: FindArtistUsecase(artists: artists, listener: listener),
            similarMusic: GetSimilarMusicUsecase(music: music, artists: artists, listener: listener),
            annotate: AnnotateSubjectsUsecase(
                annotations: annotationRepository, albums: SQLiteAlbumRepository(library: file), artists: artists,
                listener: listener),
            setBookmark: SetBookmarkUsecase(repository: music, listener: listener),
            rate: RateMusicUsecase(repository: music, listener: listener), playlists: getPlaylists,
            editPlaylist: editPlaylist, recordPlay: recordPlay, audio: getAudio,
            transcodeAudio: TranscodeAudioUsecase(
                getAudio: getAudio, music: music, transcoder: transcoder.value, listener: listener),
            artwork: artwork, sizes: media.sizes,
            bookmarkTimes: SQLiteBookmarkTimeRepository(library: file), lyrics: getLyrics,
            positions: SavedPositionsUsecase(
                repository: SQLiteSavedPositionRepository(library: file), music: music, listener: listener,
                now: clock.now),
            sources: GetSourcesUsecase(repository: sourceRepository, listener: listener),
            player: controls(over: socketControl, isShared: true), replies: SubsonicReplyCache(changes: changes))
    }

    /// What the library offers to others; `close` is called when they are done with it.
    func shared(
        includingLibraries: Bool, close: @escaping @Sendable () async throws -> Void
    ) -> SharedLibrary {
        let own = serving(.anyone)
        let playlists = own.getPlaylists
        return SharedLibrary(
            music: music, sources: sourceRepository,
            playlists: { try await playlists.execute(named: "", window: .all) },
            songs: { playlists.batches(of: $0) }, audio: own.getAudio.execute, artwork: own.artwork.execute,
            lyrics: own.getLyrics.execute, includesLibraries: includingLibraries, close: close)
    }

    /// Opens the library of an account at a path, with this one as its source. Throws `LibraryError`.
    func openAccount(_ path: String) throws -> FermataApplication {
        try openOther(settings.with(library: path, listener: settings.listener), self)
    }

    var playlists: PlaylistsDataSource { PlaylistsDataSource(getPlaylists: getPlaylists) }

    private var getPlaylists: GetPlaylistsUsecase {
        GetPlaylistsUsecase(
            repository: playlistRepository, music: CountCachingMusicRepository(music, changes: changes),
            listener: settings.listener)
    }

    var playlistEditor: PlaylistEditorDataSource {
        let repository = SQLiteOwnPlaylistRepository(library: file, now: clock.now)
        return PlaylistEditorDataSource(
            edit: editPlaylist,
            importPlaylist: ImportPlaylistUsecase(repository: repository, listener: settings.listener),
            exportPlaylist: ExportPlaylistUsecase(getPlaylists: getPlaylists))
    }

    private var editPlaylist: EditPlaylistUsecase {
        EditPlaylistUsecase(
            repository: SQLiteOwnPlaylistRepository(library: file, now: clock.now), getPlaylists: getPlaylists,
            listener: settings.listener)
    }

    var duplicates: DuplicatesDataSource {
        DuplicatesDataSource(
            getDuplicates: GetDuplicatesUsecase(
                repository: SQLiteDuplicateRepository(library: file, keysByAudio: kinds.keysByAudio),
                listener: settings.listener))
    }

    var selection: SelectionDataSources {
        SelectionDataSources(music: cachedMusic, albums: albums, artists: artists(for: .user), playlists: playlists)
    }

    var suggestions: SearchSuggestionsDataSource {
        SearchSuggestionsDataSource(
            getSuggestions: GetSearchSuggestionsUsecase(
                artists: SQLiteArtistRepository(library: file), sources: sourceRepository,
                listener: settings.listener))
    }

    var lyrics: LyricsDataSource {
        LyricsDataSource(
            getMusic: GetMusicUsecase(repository: music, sources: sourceRepository, listener: settings.listener),
            getLyrics: getLyrics)
    }

    private var getLyrics: GetLyricsUsecase {
        GetLyricsUsecase(
            repository: SQLiteLyricsRepository(library: file), sources: sourceRepository,
            listener: settings.listener, remote: kinds.lyrics)
    }

    var artwork: GetArtworkUsecase {
        GetArtworkUsecase(music: music, artwork: media.artwork, listener: settings.listener)
    }

    /// Downloaded files come first, then those of folders, then the sources.
    var getAudio: GetAudioUsecase {
        GetAudioUsecase(
            music: music, stored: [downloadRepository, media.files],
            remote: media.streamedAudio, listener: settings.listener)
    }

    var changes: any LibraryChangeObserver { SQLiteLibraryChangeObserver(library: file, clock: clock.sleep) }

    private func musicList(_ refreshMusic: RefreshMusicUsecase?) -> MusicListDataSource {
        MusicListDataSource(
            getMusic: getMusic, refreshMusic: refreshMusic,
            getRecords: GetMusicRecordsUsecase(
                repository: SQLiteMusicRecordRepository(library: file), listener: settings.listener),
            setBookmark: SetBookmarkUsecase(repository: music, listener: settings.listener),
            rate: RateMusicUsecase(repository: music, listener: settings.listener), now: clock.now)
    }

    private var getMusic: GetMusicUsecase {
        GetMusicUsecase(
            repository: CountCachingMusicRepository(music, changes: changes), sources: sourceRepository,
            listener: settings.listener)
    }

    var sources: SourcesDataSource { sources(access: .everyKind) }

    /// `access` limits the kinds of sources that the person may set.
    func sources(access: SourceAccess) -> SourcesDataSource {
        SourcesDataSource(
            getSources: GetSourcesUsecase(repository: sourceRepository, listener: settings.listener),
            addSource: AddSourceUsecase(
                repository: sourceRepository, credentials: credentials, now: clock.now,
                check: checkNewSource, prepare: kinds.prepareNew),
            setSource: SetSourceUsecase(
                repository: sourceRepository, credentials: credentials, listener: settings.listener,
                prepare: kinds.prepare),
            removeSource: RemoveSourceUsecase(repository: sourceRepository, credentials: credentials),
            syncSources: syncSources.limited(to: access), access: access, forms: kinds.forms, now: clock.now)
    }

    var watchSources: WatchSourcesUsecase {
        WatchSourcesUsecase(
            sources: sourceRepository, library: changes, observer: kinds, clock: clock.sleep)
    }

    var deliveries: DeliveryDataSource {
        DeliveryDataSource(
            deliverChanges: DeliverChangesUsecase(
                outboxes: [.stars(starRepository, remote: kinds.stars)] + outboxes,
                sources: sourceRepository, listener: settings.listener, clock: clock.sleep),
            changes: changes, clock: clock.sleep)
    }

    /// Signs in to a new server, or reads the first records of a new catalogue within 10 seconds.
    ///
    /// Returns nil for a source that was checked by its path alone. Throws `SourceError`.
    private var checkNewSource: @Sendable (Source, SourceCredentials?) async throws -> SourceCheck? {
        { [kinds, listener = settings.listener, sleep = clock.sleep] source, credentials in
            try await kinds.check(source, credentials, for: listener, limit: .seconds(10), clock: sleep)
        }
    }

    func downloads(for audience: ProblemModel.Audience) -> DownloadsDataSource {
        DownloadsDataSource(
            getDownloads: GetDownloadsUsecase(repository: downloadRepository, listener: settings.listener),
            downloadMusic: DownloadMusicUsecase(
                music: music, audio: media.audio, downloads: downloadRepository, listener: settings.listener),
            removeDownload: RemoveDownloadUsecase(
                music: music, downloads: downloadRepository, listener: settings.listener),
            clearDownloads: ClearDownloadsUsecase(repository: downloadRepository, listener: settings.listener),
            checkDownloads: checkDownloads, audience: audience)
    }

    var checkDownloads: CheckDownloadsUsecase {
        CheckDownloadsUsecase(repository: downloadRepository, music: music, listener: settings.listener)
    }

    /// Loads time zone and locale, which takes longer than most commands run: use it only for to-dos.
    func toDos(for audience: ProblemModel.Audience) -> ToDoListDataSource {
        ToDoListDataSource(
            getToDos: GetToDosUsecase(toDos: toDoRepository, music: music, listener: settings.listener),
            addToDo: AddToDoUsecase(toDos: toDoRepository, geocoder: geocoder),
            editToDo: EditToDoUsecase(toDos: toDoRepository, geocoder: geocoder, listener: settings.listener),
            setToDoDone: SetToDoDoneUsecase(toDos: toDoRepository, listener: settings.listener),
            removeToDo: RemoveToDoUsecase(toDos: toDoRepository, listener: settings.listener), style: dateStyle,
            audience: audience, now: clock.now)
    }

    /// Loads time zone and locale.
    var dateStyle: DateStyle { DateStyle(localeName: settings.localeName) }
    var importToDos: ImportToDosUsecase { ImportToDosUsecase(toDos: toDoRepository) }
    var exportToDos: ExportToDosUsecase { ExportToDosUsecase(toDos: toDoRepository, listener: settings.listener) }
    var toDoDocument: MakeToDoDocument {
        { [clock] format, file in
            switch format {
            case .ics: ICalendarToDoDocument(file: file, timeZone: .current, now: clock.now)
            case .plist: PropertyListToDoDocument(file: file, timeZone: .current)
            }
        }
    }
    var playlistDocument: MakePlaylistDocument { { PlaylistFileDocument(path: $0, format: $1) } }

    var outlines: any OutlineRepository { NaturalEarthRepository() }

    var exportLibrary: ExportLibraryUsecase {
        ExportLibraryUsecase(
            data: SQLitePersonalDataRepository(library: file), annotations: annotationRepository,
            toDos: toDoRepository, listener: settings.listener)
    }

    var importLibrary: ImportLibraryUsecase {
        ImportLibraryUsecase(
            data: SQLitePersonalDataRepository(library: file), annotations: annotationRepository,
            toDos: toDoRepository, listener: settings.listener, prepare: kinds.prepare)
    }

    var unmatchedBookmarks: CountUnmatchedBookmarksUsecase {
        CountUnmatchedBookmarksUsecase(
            data: SQLitePersonalDataRepository(library: file), listener: settings.listener)
    }

    var undo: UndoDataSource {
        let repository = SQLiteUndoRepository(library: file, now: clock.now)
        return UndoDataSource(
            getChanges: GetUndoableChangesUsecase(repository: repository, listener: settings.listener),
            undo: UndoUsecase(
                repository: repository, player: controls(over: socketControl, isShared: true),
                listener: settings.listener),
            now: clock.now)
    }

    /// Loads the time zone.
    var exportDocuments: MakeExportDocuments {
        { [clock] folder in JSONExportDocuments(folder: folder, timeZone: .current, now: clock.now) }
    }

    /// The player of this program, which is at a place.
    func player(at place: PlayerPlace) -> PlayerProgram {
        let settings = settings
        let session = PlayMusicUsecase(
            getAudio: getAudio,
            addresses: AudioAddressServer(getAudio: getAudio, token: RandomSalt.text() + RandomSalt.text()),
            playback: playback,
            recordPlay: recordPlay,
            now: clock.now, clock: clock.sleep, place: place,
            makePlayer: { [clock] in
                try await MPVPlayer(
                    output: settings.player.audioOutput, fallsBackToSilence: settings.player.fallsBackToSilence,
                    environment: settings.player.environment, clock: clock.sleep)
            })
        let server = PlayerSocketServer(at: playerSocket, controlling: session, now: clock.now)
        let controls = controls(over: session)
        let desktop = MPRISServer(
            controlling: session, statuses: session.statuses, song: { try await controls.nowPlaying($0).song },
            environment: settings.player.environment, seed: { .random(in: .min ... .max) })
        return PlayerProgram(
            session: session, deliveries: deliveries, serveDesktop: { try await desktop.run() },
            check: { try MPVPlayer.checkInstalled(environment: settings.player.environment) }
        ) { body in try await server.run(body) }
    }

    /// Controls the player of another program.
    var otherPlayer: PlayerDataSource {
        players(over: socketControl, isShared: true)
    }

    /// Reads what another program plays for a mark in a list, and does not wait long for it.
    var markedPlayer: PlayerDataSource {
        players(
            over: SocketPlayerControl(
                at: playerSocket, playback: playback, patience: .milliseconds(500), clock: clock.sleep, now: clock.now))
    }

    private var socketControl: SocketPlayerControl {
        SocketPlayerControl(at: playerSocket, playback: playback, clock: clock.sleep, now: clock.now)
    }

    /// Plays in a process of its own, for the same listener.
    var backgroundPlayer: BackgroundPlayer {
        BackgroundPlayer(control: socketControl, clock: clock.sleep) { [settings, ownProgram] in
            guard let ownProgram else { throw PlayerError.cannotStart }
            let age = settings.listener.age.map { ["--age", "\($0)"] } ?? []
            let words = ["fermata", "player", "run", "--library", settings.library]
            try DetachedProgram.start(
                ownProgram.path, words + age + (settings.listener.isStrict ? ["--strict"] : []),
                environment: ownProgram.environment)
        }
    }

    var tuiPlayer: TUIPlayer {
        TUIPlayer(
            remote: otherPlayer, lyrics: lyrics, background: backgroundPlayer,
            keepsPlaying: settings.player.keepsPlaying, clock: clock.sleep
        ) {
            let program = player(at: .browse)
            return (program, players(over: program.session))
        }
    }

    /// `isShared` states that the player may be that of another listener.
    func players(over control: any PlayerControl, isShared: Bool = false) -> PlayerDataSource {
        PlayerDataSource(control: controls(over: control, isShared: isShared))
    }

    private func controls(over control: any PlayerControl, isShared: Bool = false) -> ControlPlayerUsecase {
        ControlPlayerUsecase(
            control: control, playback: playback, music: music, listener: settings.listener, isShared: isShared)
    }

    var history: HistoryDataSource {
        HistoryDataSource(
            getMusic: GetMusicUsecase(repository: music, sources: sourceRepository, listener: settings.listener),
            getHistory: GetHistoryUsecase(
                repository: SQLiteHistoryRepository(library: file), listener: settings.listener),
            recordPlay: recordPlay, now: clock.now)
    }

    private var recordPlay: RecordPlayUsecase {
        RecordPlayUsecase(
            music: music, history: SQLiteHistoryRepository(library: file), listener: settings.listener, now: clock.now)
    }

    private var playback: SQLitePlaybackRepository { SQLitePlaybackRepository(library: file, now: clock.now) }

    private var playerSocket: PlayerSocket {
        PlayerSocket(in: settings.player.socketFolder, ofLibrary: settings.library)
    }
}

/// The file of this program and its environment, to start it again.
struct OwnProgram: Sendable {
    let path: String
    let environment: [String: String]
}

/// The data sources that a selection of songs is looked up in.
struct SelectionDataSources {
    let music: MusicListDataSource
    let albums: AlbumListDataSource
    let artists: ArtistDataSource
    let playlists: PlaylistsDataSource
}

/// Makes the document of a playlist at a path, which is written in a format.
typealias MakePlaylistDocument = @Sendable (String, PlaylistFileFormat) -> any PlaylistDocument

/// Makes the document of a format in a file.
typealias MakeToDoDocument = @Sendable (ToDoFileFormat, URL) -> any ToDoDocument

/// The formats of files of to-dos, by the ending of their names.
enum ToDoFileFormat: String, CaseIterable {
    case ics, plist
}

/// Makes the documents of an export in a folder.
typealias MakeExportDocuments = @Sendable (_ folder: String) -> any ExportDocuments
