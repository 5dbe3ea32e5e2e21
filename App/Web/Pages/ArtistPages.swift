import FermataDomain
import FermataPresentation
import Hummingbird

/// The page of an artist.
struct ArtistPages {
    /// As many tracks as a page shows at once; the list of music has the others.
    private static let trackLimit = 200
    private let app: Composition
    private let renderer: PageRenderer

    init(_ app: Composition, _ renderer: PageRenderer) {
        self.app = app
        self.renderer = renderer
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/artists/:name") { request, context in
            var parameters = try QueryParameters(request)
            return try await page(request, try context.parameter("name"), &parameters)
        }
        router.get("/artists") { request, _ in
            var parameters = try QueryParameters(request)
            let name = parameters.text("name") ?? ""
            return try await page(request, name, &parameters)
        }
    }

    private func page(_ request: Request, _ name: String, _ parameters: inout QueryParameters) async throws -> Response {
        let fragment: PageRenderer.Fragment? = try parameters.choice("fragment")
        var query = try parameters.artistPage(of: name)
        try parameters.end()
        query.artist = try await app.artistPage.find(name).name
        query.trackLimit = Self.trackLimit
        let table = try await app.artistPage.whole(for: query)
        let model = ArtistPageModel(query)
        let rows = table.rows.map { $0.values(more: model.allTracks) }
        let page = Page(
            title: model.title, place: .music, content: .list,
            values: ListValues(offset: 0, total: rows.count, rows: rows).values(emptyText: "")
                .merging(choices(model.sorts, model.switches)).merging(["paging": .nothing]))
        return try await renderer.response(page, to: request, fragment: fragment)
    }
}
