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
        router.get("/playlists") { request, _ in
            try await renderer.response(to: request) { try await list(&$0) }
        }
        router.get("/playlists/:id") { request, context in
            try await renderer.response(to: request) { try await playlist(try context.parameter("id"), &$0) }
        }
    }

    private func list(_ parameters: inout QueryParameters) async throws -> Page {
        let (text, window) = (try parameters.words(), try parameters.window())
        try parameters.end()
        let model = PlaylistsPageModel(
            named: text, window: window, total: try await app.playlists.count(named: text))
        let rows = try await app.playlists.list(named: text, window: window)
        return Page(
            title: model.title, place: .playlists, search: model.search, countText: model.countText, content: .list,
            values: ListValues(rows.map(\.values), paging: model.paging, emptyText: model.emptyText).values)
    }

    private func playlist(_ id: String, _ parameters: inout QueryParameters) async throws -> Page {
        let window = try parameters.window()
        try parameters.end()
        let playlist = try await app.playlists.find(id: id)
        let model = PlaylistPageModel(playlist, window: window)
        let rows = try await app.playlists.batches(of: playlist, window: window).all()
        let tracks = try await app.downloads.tracks(rows)
        return Page(
            title: model.title, place: .playlists, countText: model.countText, content: .list,
            values: ListValues(tracks.map(\.musicValues), paging: model.paging, emptyText: model.emptyText).values)
    }
}
