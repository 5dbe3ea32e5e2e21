import FermataDomain
import FermataPresentation
import Hummingbird

/// An artist's page.
struct ArtistRoutes {
    private let artistPage: ArtistTableDataSource

    init(_ app: Composition) {
        artistPage = app.artistPage
    }

    /// It tells of downloads under way, which are not in the library, so that no answer is kept.
    func add(to router: Router<WebServer.Context>) {
        router.get("/api/artists/:name") { [artistPage] request, context in
            var parameters = try QueryParameters(request)
            var query = try parameters.artistPage(of: try context.parameter("name"))
            try parameters.end()
            let artist = try await artistPage.find(query.artist)
            query.artist = artist.name
            let table = try await artistPage.whole(for: query)
            var bytes: [UInt8] = []
            bytes.append("{\"name\":")
            JSONText.append(artist.name, to: &bytes)
            bytes.append(",\"count\":")
            bytes.append(decimal: artist.trackCount)
            bytes.append(",\"rows\":")
            var renderer = JSONRenderer<ArtistCellModel>()
            renderer.begin(into: &bytes)
            for row in table.rows { renderer.row(row, into: &bytes) }
            renderer.end(into: &bytes)
            bytes.append("}\n")
            return BufferedResponse.json(bytes).response(to: request)
        }
    }
}
