import FermataDomain
import FermataPresentation
import Hummingbird

/// Serves the pages of artists as JSON.
struct ArtistController {
    let artists: ArtistDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("artists/:name", use: page)
    }

    private func page(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        var query = try parameters.artistPage(of: try context.parameter("name"))
        try parameters.end()
        let artist = try await artists.find(query.artist)
        query.artist = artist.name
        let table = try await artists.completeScreen(for: query)
        var bytes: [UInt8] = []
        bytes.append("{\"name\":")
        JSONText.append(artist.name, to: &bytes)
        bytes.append(",\"count\":")
        bytes.append(decimal: artist.trackCount)
        bytes.append(",\"rows\":")
        var renderer = JSONRenderer<ArtistCellModel>(for: .webClient)
        renderer.begin(into: &bytes)
        for row in table.rows { renderer.row(row, into: &bytes) }
        renderer.end(into: &bytes)
        bytes.append("}\n")
        return .json(bytes)
    }
}
