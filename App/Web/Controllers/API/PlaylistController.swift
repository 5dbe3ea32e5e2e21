import FermataDomain
import FermataPresentation
import Hummingbird

/// Lists playlists and their music.
struct PlaylistController {
    let playlists: PlaylistsDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("playlists", use: list)
            .get("playlists/:id") { request, context in
                try await Response.row(request) { try await playlists.find(id: try context.parameter("id")) }
            }
            .get("playlists/:id/music", use: music)
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let (text, window) = (try parameters.searchText(), try parameters.window())
        try parameters.end()
        let total = try await playlists.count(named: text)
        let rows = try await playlists.list(named: text, window: window)
        return .rows(rows, at: "/api/playlists", of: total, in: window, parameters)
    }

    private func music(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let window = try parameters.window()
        try parameters.end()
        let playlist = try await playlists.find(id: try context.parameter("id"))
        return try await .rows(
            playlists.batches(of: playlist, window: window), at: "/api/playlists/\(playlist.id)/music",
            of: playlist.count, in: window, parameters)
    }
}
