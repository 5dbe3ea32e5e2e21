import FermataDomain
import FermataPresentation
import Hummingbird

/// The list of downloads.
struct DownloadPages {
    private let app: Composition
    private let renderer: PageRenderer

    init(_ app: Composition, _ renderer: PageRenderer) {
        self.app = app
        self.renderer = renderer
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/downloads") { request, _ in
            var parameters = try QueryParameters(request)
            let fragment: PageRenderer.Fragment? = try parameters.choice("fragment")
            let window = try parameters.window()
            try parameters.end()
            let model = DownloadsPageModel(window: window, total: try await app.downloads.count())
            let rows = try await app.downloads.list(window: window)
            let page = Page(
                title: model.title, place: .downloads, countText: model.countText, content: .list,
                values: ListValues(offset: window.offset, total: model.paging.total, rows: rows.map(\.values))
                    .values(emptyText: model.emptyText)
                    .merging(["hasChoices": .flag(false), "paging": .values(model.paging.values)]))
            return try await renderer.response(page, to: request, fragment: fragment)
        }
    }
}
