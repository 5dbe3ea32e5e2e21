import FermataPresentation
import HTTPTypes
import Hummingbird

/// Returns the lyrics of songs.
struct LyricsController {
    /// The latest time that a request can name, in milliseconds: a hundred hours.
    private static let latestTime = 360_000_000
    let lyrics: LyricsDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("music/:id/lyrics", use: show)
    }

    private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let elapsed = try parameters.integer("at", in: 0...Self.latestTime).map { Duration.milliseconds($0) }
        try parameters.end()
        return .json(RowsJSON.object(try await lyrics.screen(of: try context.parameter("id"), at: elapsed)))
    }
}

/// Serves the lyrics of a song as a page.
struct LyricsPageController {
    let lyrics: LyricsDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("music/:id/lyrics", renderer) { parameters, context in
            try parameters.end()
            let screen = try await lyrics.screen(of: try context.parameter("id"))
            return Page(
                title: screen.title, screen: .music, countText: screen.artist, rows: screen.pageRows,
                content: screen.html)
        }
    }
}
