import FermataDomain
import FermataPresentation
import Hummingbird

/// The list of playlists, and the page of one of them.
struct PlaylistPages {
    private let app: Composition
    private let renderer: PageRenderer

    init(_ app: Composition, _ renderer: PageRenderer) {
        self.app = app
        self.renderer = renderer
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/playlists") { request, _ in try await list(request) }
        router.get("/playlists/:id") { request, context in try await playlist(request, try context.parameter("id")) }
    }

    private func list(_ request: Request) async throws -> Response {
        var parameters = try QueryParameters(request)
        let fragment: PageRenderer.Fragment? = try parameters.choice("fragment")
        let (text, window) = (try parameters.words("text"), try parameters.window())
        try parameters.end()
        let model = PlaylistsPageModel(
            named: text, window: window, total: try await app.playlists.count(named: text))
        let rows = try await app.playlists.list(named: text, window: window)
        let page = Page(
            title: model.title, place: .playlists, search: model.search, countText: model.countText, content: .list,
            values: ListValues(offset: window.offset, total: model.paging.total, rows: rows.map(\.values))
                .values(emptyText: model.emptyText)
                .merging(["hasChoices": .flag(false), "paging": .values(model.paging.values)]))
        return try await renderer.response(page, to: request, fragment: fragment)
    }

    private func playlist(_ request: Request, _ id: String) async throws -> Response {
        var parameters = try QueryParameters(request)
        let fragment: PageRenderer.Fragment? = try parameters.choice("fragment")
        let window = try parameters.window()
        try parameters.end()
        let playlist = try await app.playlists.find(id)
        let model = PlaylistPageModel(playlist, window: window)
        let rows = try await MusicRows.collect { try await app.playlists.read(playlist, window: window, body: $0) }
        let page = Page(
            title: model.title, place: .playlists, countText: model.countText, content: .list,
            values: ListValues(offset: window.offset, total: model.paging.total, rows: rows.map(\.values))
                .values(emptyText: model.emptyText)
                .merging(["hasChoices": .flag(false), "paging": .values(model.paging.values)]))
        return try await renderer.response(page, to: request, fragment: fragment)
    }
}
