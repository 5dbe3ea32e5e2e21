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
            try await renderer.response(to: request) { try await page(of: try context.parameter("name"), &$0) }
        }
        router.get("/artists") { request, _ in
            try await renderer.response(to: request) { try await page(of: $0.text("name") ?? "", &$0) }
        }
    }

    private func page(of name: String, _ parameters: inout QueryParameters) async throws -> Page {
        var query = try parameters.artistPage(of: name)
        try parameters.end()
        query.artist = try await app.artistPage.find(name).name
        query.trackLimit = Self.trackLimit
        let table = try await app.artistPage.whole(for: query)
        let model = ArtistPageModel(query)
        return Page(
            title: model.title, place: .music, content: .list,
            values: ListValues(table.rows.map { $0.values(more: model.allTracks) }).values
                .merging(ChoiceValues(model.sorts, model.switches).values))
    }
}
