import FermataPresentation
import HTTPTypes
package import Hummingbird

extension WebServer {
    /// The middleware and the routes.
    ///
    /// `connections` are the open sockets, which cancel the queries of clients that disconnect. Without them, queries
    /// run to their end.
    package func makeResponder(connections: ConnectionTable? = nil) -> WebResponder {
        WebResponder(
            middleware: middleware(connections),
            routes: DisconnectCancellation(connections: connections, next: RouteResponder(makeRouter())))
    }

    @MiddlewareFixedTypeBuilder<Request, Response, WebContext>
    private func middleware(
        _ connections: ConnectionTable?
    ) -> some MiddlewareProtocol<Request, Response, WebContext> {
        SecurityHeadersMiddleware()
        if !settings.path.isEmpty { PathMiddleware(path: settings.path) }
        ProblemMiddleware(monitor: monitor, renderer: renderer)
        HostMiddleware(names: settings.hosts, proxies: settings.trustedProxies)
        SubsonicMiddleware(
            signIn: dependencies.signIn, accounts: dependencies.accountServices, state: subsonic,
            proxies: settings.trustedProxies, connections: connections, monitor: monitor,
            changes: dependencies.changes)
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
        AboutController(path: settings.path).addRoutes(to: router.group("api"))
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
        ArtworkController(music: use.music, artwork: use.artwork, scaler: scaler, clock: clock)
            .addRoutes(to: api)
        AudioController(music: use.music, getAudio: use.audio).addRoutes(to: api)
        ArtistController(artists: use.artists).addRoutes(to: api)
        LyricsController(lyrics: use.lyrics).addRoutes(to: api)
        PlayerController(player: use.player, selection: selection, editor: use.playlistEditor, hub: hub)
            .addRoutes(to: api)
        PlayingPageController(player: use.player, hub: hub, now: use.now).addRoutes(to: api)
        UndoController(undo: use.undo, hub: hub).addRoutes(to: api)
        DownloadController(music: use.music, downloads: use.downloads, queue: queue).addRoutes(to: api)

        SourceController(sources: use.sources, sync: sync).addRoutes(to: api)

        addPages(
            to: router.group()
                .add(middleware: ResponseCacheMiddleware(changes: changes, now: dependencies.now))
                .add(middleware: availability))
        let live = router.group().add(middleware: availability)
        LyricsPageController(lyrics: use.lyrics, renderer: renderer).addRoutes(to: live)
        RandomPageController(music: use.music, downloads: use.downloads, renderer: renderer).addRoutes(to: live)
        DownloadPageController(downloads: use.downloads, renderer: renderer).addRoutes(to: live)
        SourcePageController(sources: use.sources, sync: sync, renderer: renderer).addRoutes(to: live)
        return router
    }

    private func addPages(to group: RouterGroup<WebContext>) {
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
}

/// Passes every request through the middleware to the routes, including those without a route.
package struct WebResponder: HTTPResponder {
    let middleware: any MiddlewareProtocol<Request, Response, WebContext>
    let routes: DisconnectCancellation<RouteResponder>

    package func respond(to request: Request, context: WebContext) async throws -> Response {
        try await middleware.handle(request, context: context) { try await routes.respond(to: $0, context: $1) }
    }
}

/// Responds with the router's routes, to `OPTIONS`, and to methods and paths without a route.
struct RouteResponder: HTTPResponder {
    private let router: RouterResponder<WebContext>
    private let routes: [(path: RouterPath, methods: [HTTPRequest.Method])]

    init(_ router: Router<WebContext>) {
        routes = Dictionary(grouping: router.routes, by: \.path.description).values.map { routes in
            let methods = routes.map(\.method)
            return (routes[0].path, methods + (methods.contains(.get) ? [.head] : []) + [.options])
        }
        self.router = router.buildResponder()
    }

    func respond(to request: Request, context: WebContext) async throws -> Response {
        if request.method == .options { return Response(status: .noContent, headers: try allowedMethods(for: request)) }
        let response = try await router.respond(to: request, context: context)
        guard context.endpointPath == "NotFound" else { return response }
        throw Problem(
            .methodNotAllowed, "The method \(request.method.rawValue) is not allowed for this path.",
            headers: try allowedMethods(for: request))
    }

    /// The `Allow` field of a path. Throws `Problem` if the path has no routes.
    private func allowedMethods(for request: Request) throws -> HTTPFields {
        let parts = request.uri.path.split(separator: "/")
        let methods = routes.first { route in
            route.path.count == parts.count && zip(route.path, parts).allSatisfy { $0 ~= $1 }
        }?.methods
        guard let methods else { throw Problem(.notFound, "There is nothing at this address.") }
        return [.allow: methods.map(\.rawValue).sorted().joined(separator: ", ")]
    }
}
