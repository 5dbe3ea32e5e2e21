import FermataDomain
import FermataPresentation
import Foundation
package import ServiceLifecycle

/// Serves one library as pages and as a JSON API.
package struct WebServer {
    let dependencies: WebDependencies
    let settings: ServeSettings
    let token: TokenAuthenticator?
    let renderer: PageRenderer
    let hub = EventHub()
    let monitor = FatalErrorMonitor()
    let queue: DownloadQueue
    let sync: SyncService
    let scaler = ArtworkScaler()
    let subsonic: SubsonicServerState

    /// `jobs` is the number of downloads that run at once.
    init(_ dependencies: WebDependencies, settings: ServeSettings, jobs: Int) {
        self.dependencies = dependencies
        self.settings = settings
        token = settings.token.map { TokenAuthenticator($0, path: settings.path) }
        renderer = PageRenderer(
            music: dependencies.music, changes: dependencies.changes, notice: dependencies.notice,
            path: settings.path)
        let (hub, monitor) = (hub, monitor)
        queue = DownloadQueue(dependencies.downloads, jobs: jobs) { error in
            monitor.report(error)
            hub.publish(.failure(Problem(error).detail))
        }
        sync = SyncService(
            dependencies.sources, every: settings.syncPause, clock: dependencies.clock,
            report: { status in
                hub.publish(.sync(status), isState: status.isRunning)
                if !status.isRunning, let text = dependencies.notice.text(for: .webClient) {
                    hub.publish(.failure(text))
                }
            }, failed: { monitor.report($0) })
        subsonic = SubsonicServerState(
            accounts: dependencies.accounts, sync: sync, scaler: scaler, clock: dependencies.clock,
            now: dependencies.now)
    }

    /// The background work of the server.
    package var services: [any Service] {
        let check = LibraryCheckService(
            check: dependencies.weeklyCheck, notice: dependencies.notice, clock: dependencies.clock,
            report: { [hub] in hub.publish(.failure($0)) })
        let deliveries = DeliveryService(
            deliveries: dependencies.deliveries, failed: { [monitor] in monitor.report($0) })
        let watch = dependencies.watch.map { watch in
            SourceWatchService(
                watch: watch, sync: sync,
                report: { [hub, note = dependencies.note] text in
                    // The server starts to watch before any client can receive events.
                    note(text)
                    hub.publish(.failure(text))
                },
                failed: { [monitor] in monitor.report($0) })
        }
        let libraries = AccountLibraryService(accounts: dependencies.accountServices)
        return [monitor, DownloadService(queue: queue), sync, check, deliveries, libraries] + [watch].compactMap(\.self)
    }

    /// Publishes changes of the library and of downloads to the subscribers of events.
    package var feed: any Service {
        EventFeed(
            hub: hub, changes: dependencies.changes, downloads: dependencies.downloads, monitor: monitor,
            clock: dependencies.clock)
    }
}

/// The data sources and use cases of the web server.
///
/// Each controller receives only those that it uses.
package struct WebDependencies: Sendable {
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
    let deliveries: DeliveryDataSource
    /// Nil if the settings do not watch folders.
    let watch: WatchSourcesUsecase?
    let accounts: GetAccountsUsecase
    let signIn: SignInUsecase
    let accountServices: AccountServices
    let changes: any LibraryChangeObserver
    let notice: LibraryNotice
    let weeklyCheck: CheckLibraryWeeklyUsecase
    /// Prints a line for the person who runs the server.
    let note: @Sendable (String) -> Void
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
}
