import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Lists music, and sets bookmarks.
struct MusicController {
    let music: MusicListDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("music", use: list)
            .get("music/:id") { request, context in
                try await Response.row(request) { try await music.song(try context.parameter("id")) }
            }
            .put("music/:id/bookmark") { try await set(true, $0, $1) }
            .delete("music/:id/bookmark") { try await set(false, $0, $1) }
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let query = try parameters.music()
        let isCounted = try parameters.flag("total")
        try parameters.end()
        let window = try await music.window(of: query, isCounted: isCounted)
        return .rows(window.rows, at: "/api/music", of: window.total, in: query.window, parameters)
    }

    private func set(_ isBookmarked: Bool, _ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let row = try await music.find(try context.parameter("id"))
        return .changed(RowsJSON.one(try await music.setBookmark(isBookmarked, of: row)))
    }
}
