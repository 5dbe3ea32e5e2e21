import FermataDomain
import FermataPresentation
import Foundation
import Hummingbird

/// The pages and the JSON API of one listener.
struct WebSite: Sendable {
    let dependencies: SiteDependencies
    let renderer: PageRenderer
    let hub: EventHub
    let queue: DownloadQueue
    let sync: SyncService
    /// What all sites of a server share.
    let shared: SharedSiteServices
    /// Whose site it is; nil for that of the person at the computer.
    private let account: Account?
    private var managesSources: Bool { account?.managesSources ?? true }

    /// The site over a library, with its own downloads, syncs and events.
    ///
    /// `failed` receives errors of the library.
    init(
        _ dependencies: SiteDependencies, of account: Account? = nil, syncPause: Duration? = nil,
        shared: SharedSiteServices, failed: @escaping @Sendable (any Error) -> Void
    ) {
        let hub = EventHub()
        (self.dependencies, self.shared, self.hub, self.account) = (dependencies, shared, hub, account)
        renderer = PageRenderer(dependencies, frame: PageFrame(path: shared.path, account: account))
        queue = DownloadQueue(dependencies.downloads, jobs: shared.downloadJobs) { error in
            failed(error)
            hub.publish(.failure(Problem(error).detail))
        }
        sync = SyncService(
            dependencies.sources, every: syncPause, clock: dependencies.clock,
            report: { status in
                hub.publish(.sync(status), isState: status.isRunning)
                if !status.isRunning, let text = dependencies.notice.text(for: .webClient) {
                    hub.publish(.failure(text))
                }
            }, failed: failed)
    }

    /// The site of an account that uses the library of another site, and shares its downloads, syncs and events.
    init(_ dependencies: SiteDependencies, of account: Account, sharing site: WebSite) {
        (self.dependencies, shared, self.account) = (dependencies, site.shared, account)
        (hub, queue, sync) = (site.hub, site.queue, site.sync)
        renderer = PageRenderer(dependencies, frame: PageFrame(path: shared.path, account: account))
    }

    /// Publishes changes of the library and of downloads to the subscribers of events.
    func feed(reportingTo monitor: FatalErrorMonitor) -> EventFeed {
        EventFeed(
            hub: hub, changes: dependencies.changes, downloads: dependencies.downloads, monitor: monitor,
            clock: dependencies.clock)
    }

    /// The routes of all controllers.
    ///
    /// Responses about running downloads and syncs are not cached; pages that only mention them are, for a second.
    func makeRouter() -> Router<WebContext> {
        let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
        let (use, changes, clock) = (dependencies, dependencies.changes, dependencies.clock)
        AboutController(path: shared.path).addRoutes(to: router.group("api"))
        EventController(hub: hub, clock: clock).addRoutes(to: router.group("api"))
        AssetController().addRoutes(to: router.group())
        SignInController(signIn: shared.signIn).addRoutes(to: router.group())

        let availability = LibraryAvailabilityMiddleware(changes: changes, clock: clock)
        MonitoringController(changes: changes, metrics: shared.metrics)
            .addRoutes(to: router.group().add(middleware: availability))
        let cached = router.group("api")
            .add(middleware: ResponseCacheMiddleware(changes: changes))
            .add(middleware: availability)
        let selection = SongSelection(
            songs: use.music, albums: use.albums, artists: use.artists, playlists: use.playlists)
        MusicController(music: use.music, annotations: use.annotations).addRoutes(to: cached)
        AlbumController(albums: use.albums).addRoutes(to: cached)
        AnnotationController(annotations: use.annotations).addRoutes(to: cached)
        SuggestionController(suggestions: use.suggestions).addRoutes(to: cached)
        PlaylistController(playlists: use.playlists, editor: use.playlistEditor, selection: selection)
            .addRoutes(to: cached)
        HistoryController(history: use.history).addRoutes(to: cached)
        ToDoController(toDos: use.toDos, subjects: ToDoSubjects(music: use.music, artists: use.artists))
            .addRoutes(to: cached)

        let api = router.group("api").add(middleware: availability)
        ArtworkController(music: use.music, artwork: use.artwork, scaler: shared.scaler, clock: clock)
            .addRoutes(to: api)
        AudioController(music: use.music, getAudio: use.audio).addRoutes(to: api)
        ArtistController(artists: use.artists).addRoutes(to: api)
        LyricsController(lyrics: use.lyrics).addRoutes(to: api)
        PlayerController(player: use.player, selection: selection, editor: use.playlistEditor, hub: hub)
            .addRoutes(to: api)
        PlayingPageController(player: use.player, hub: hub, now: use.now).addRoutes(to: api)
        UndoController(undo: use.undo, hub: hub).addRoutes(to: api)
        DownloadController(music: use.music, downloads: use.downloads, queue: queue).addRoutes(to: api)
        if account?.startsSyncs ?? true { SyncController(sync: sync).addRoutes(to: api) }
        AccountController(accounts: shared.accounts, signIn: shared.signIn).addRoutes(to: api)
        if managesSources { SourceController(sources: use.sources, sync: sync).addRoutes(to: api) }

        addCachedPages(
            to: router.group()
                .add(middleware: ResponseCacheMiddleware(changes: changes, now: dependencies.now))
                .add(middleware: availability))
        addLivePages(to: router.group().add(middleware: availability))
        return router
    }

    private func addCachedPages(to group: RouterGroup<WebContext>) {
        let use = dependencies
        HomePageController(home: use.home, renderer: renderer).addRoutes(to: group)
        QueuePageController(player: use.player, renderer: renderer).addRoutes(to: group)
        MusicPageController(
            music: use.music, downloads: use.downloads, dateStyle: use.toDos.dateStyle, renderer: renderer
        ).addRoutes(to: group)
        AlbumPageController(albums: use.albums, downloads: use.downloads, renderer: renderer).addRoutes(to: group)
        ArtistPageController(
            list: use.artistList, artists: use.artists, annotations: use.annotations, music: use.music,
            downloads: use.downloads, renderer: renderer
        ).addRoutes(to: group)
        PlaylistPageController(playlists: use.playlists, downloads: use.downloads, renderer: renderer)
            .addRoutes(to: group)
        HistoryPageController(history: use.history, renderer: renderer).addRoutes(to: group)
        ToDoPageController(toDos: use.toDos, outlines: use.outlines, renderer: renderer).addRoutes(to: group)
        FreshnessController(renderer: renderer).addRoutes(to: group)
    }

    private func addLivePages(to group: RouterGroup<WebContext>) {
        let use = dependencies
        LyricsPageController(lyrics: use.lyrics, renderer: renderer).addRoutes(to: group)
        RandomPageController(music: use.music, downloads: use.downloads, renderer: renderer).addRoutes(to: group)
        DownloadPageController(downloads: use.downloads, renderer: renderer).addRoutes(to: group)
        AccountPageController(accounts: shared.accounts, renderer: renderer).addRoutes(to: group)
        if managesSources {
            SourcePageController(sources: use.sources, sync: sync, renderer: renderer).addRoutes(to: group)
        }
    }
}

/// The data sources and use cases of one listener. Each controller receives only those that it uses.
package struct SiteDependencies: Sendable {
    let music: MusicListDataSource
    let albums: AlbumListDataSource
    let annotations: AnnotationDataSource
    let home: HomeDataSource
    let player: PlayerDataSource
    let lyrics: LyricsDataSource
    let history: HistoryDataSource
    let suggestions: SearchSuggestionsDataSource
    let artistList: ArtistListDataSource
    let artists: ArtistDataSource
    let artwork: GetArtworkUsecase
    let audio: GetAudioUsecase
    let playlists: PlaylistsDataSource
    let playlistEditor: PlaylistEditorDataSource
    let undo: UndoDataSource
    let downloads: DownloadsDataSource
    let toDos: ToDoListDataSource
    let outlines: any OutlineRepository
    let sources: SourcesDataSource
    let changes: any LibraryChangeObserver
    let notice: LibraryNotice
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
}

/// What all sites of a server share.
struct SharedSiteServices: Sendable {
    /// The path below which the server is reached; empty without one.
    let path: String
    let downloadJobs: Int
    let scaler: ArtworkScaler
    let metrics = RequestMetrics()
    let accounts: AccountsDataSource
    let signIn: ServerSignIn
}
