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
        return .json(RowsJSON.one(try await lyrics.screen(of: try context.parameter("id"), at: elapsed)))
    }
}
