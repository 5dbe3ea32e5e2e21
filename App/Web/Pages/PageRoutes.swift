import Hummingbird

/// The pages of the web.
struct PageRoutes {
    private let app: Composition
    private let renderer: PageRenderer

    init(_ app: Composition, _ renderer: PageRenderer) {
        self.app = app
        self.renderer = renderer
    }

    func add(to router: Router<WebServer.Context>) {
        MusicPages(app, renderer).add(to: router)
        ArtistPages(app, renderer).add(to: router)
        PlaylistPages(app, renderer).add(to: router)
        DownloadPages(app, renderer).add(to: router)
        ToDoPages(app, renderer).add(to: router)
        router.get("/freshness") { request, _ in try await renderer.response(freshnessTo: request) }
    }
}
