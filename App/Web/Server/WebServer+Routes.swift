import FermataPresentation
package import Hummingbird

extension WebServer {
    /// The middleware and the routes.
    ///
    /// `connections` are the open sockets, which cancel the queries of clients that disconnect. Without them, queries
    /// run to their end.
    package func makeResponder(connections: ConnectionTable? = nil) -> WebResponder {
        WebResponder(
            middleware: middleware,
            routes: DisconnectCancellation(connections: connections, next: RouteResponder(makeRouter())))
    }

    @MiddlewareFixedTypeBuilder<Request, Response, WebContext>
    private var middleware: some MiddlewareProtocol<Request, Response, WebContext> {
        SecurityHeadersMiddleware()
        if !settings.path.isEmpty { PathMiddleware(path: settings.path) }
        ProblemMiddleware(monitor: monitor, renderer: renderer)
        HostMiddleware(names: settings.hosts, proxies: settings.trustedProxies)
        OriginMiddleware(names: settings.hosts, proxies: settings.trustedProxies)
        if let token { RequestAuthorizer(token: token, page: LoginPage(path: settings.path)) }
        ConditionalRequestMiddleware()
    }

    /// The routes of all controllers.
    ///
    /// Responses about running downloads and syncs are not cached; pages that only mention them are, for a second.
    package func makeRouter() -> Router<WebContext> {
        let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
        let (use, changes, clock) = (dependencies, dependencies.changes, dependencies.clock)
        AboutController(version: use.version, path: settings.path).addRoutes(to: router.group("api"))
        EventController(hub: hub, clock: clock).addRoutes(to: router.group("api"))
        AssetController().addRoutes(to: router.group())
        if let token {
            LoginController(token: token, page: LoginPage(path: settings.path), proxies: settings.trustedProxies)
                .addRoutes(to: router.group())
        }

        let availability = LibraryAvailabilityMiddleware(changes: changes, clock: clock)
        let cached = router.group("api")
            .add(middleware: ResponseCacheMiddleware(changes: changes))
            .add(middleware: availability)
        MusicController(music: use.music).addRoutes(to: cached)
        SuggestionController(suggestions: use.suggestions).addRoutes(to: cached)
        PlaylistController(playlists: use.playlists).addRoutes(to: cached)
        HistoryController(history: use.history).addRoutes(to: cached)
        ToDoController(toDos: use.toDos, subjects: ToDoSubjects(music: use.music, artists: use.artists))
            .addRoutes(to: cached)

        let api = router.group("api").add(middleware: availability)
        ArtworkController(music: use.music, artwork: use.artwork, clock: clock).addRoutes(to: api)
        AudioController(music: use.music, getAudio: use.audio).addRoutes(to: api)
        ArtistController(artists: use.artists).addRoutes(to: api)
        LyricsController(lyrics: use.lyrics).addRoutes(to: api)
        DownloadController(music: use.music, downloads: use.downloads, queue: queue).addRoutes(to: api)

        SourceController(sources: use.sources, sync: sync).addRoutes(to: api)

        addPages(
            to: router.group()
                .add(middleware: ResponseCacheMiddleware(changes: changes, now: dependencies.now))
                .add(middleware: availability))
        let live = router.group().add(middleware: availability)
        LyricsPageController(lyrics: use.lyrics, renderer: renderer).addRoutes(to: live)
        DownloadPageController(downloads: use.downloads, renderer: renderer).addRoutes(to: live)
        SourcePageController(sources: use.sources, sync: sync, renderer: renderer).addRoutes(to: live)
        return router
    }

    private func addPages(to group: RouterGroup<WebContext>) {
        let use = dependencies
        MusicPageController(
            music: use.music, downloads: use.downloads, dateStyle: use.toDos.dateStyle, renderer: renderer
        ).addRoutes(to: group)
        ArtistPageController(artists: use.artists, renderer: renderer).addRoutes(to: group)
        PlaylistPageController(playlists: use.playlists, downloads: use.downloads, renderer: renderer)
            .addRoutes(to: group)
        HistoryPageController(history: use.history, renderer: renderer).addRoutes(to: group)
        ToDoPageController(toDos: use.toDos, outlines: use.outlines, renderer: renderer).addRoutes(to: group)
        FreshnessController(renderer: renderer).addRoutes(to: group)
    }
}
