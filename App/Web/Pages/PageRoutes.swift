import HTTPTypes
import Hummingbird

/// The pages of the web, and what they are drawn with.
struct PageRoutes {
    private let app: Composition
    private let renderer: PageRenderer

    /// Throws where a template cannot be parsed.
    init(_ app: Composition) throws {
        self.app = app
        renderer = try PageRenderer(app)
    }

    func add(to router: Router<WebServer.Context>) {
        let pages = router.group(context: WebServer.Context.self).add(middleware: ProblemPages(renderer))
        MusicPages(app, renderer).add(to: pages)
        ArtistPages(app, renderer).add(to: pages)
        PlaylistPages(app, renderer).add(to: pages)
        DownloadPages(app, renderer).add(to: pages)
        ToDoPages(app, renderer).add(to: pages)
        Assets().add(to: pages)
        pages.get("**") { _, _ -> Response in throw HTTPError(.notFound) }
    }
}
