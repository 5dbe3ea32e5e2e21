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
            try await renderer.response(to: request) { parameters in
                let window = try parameters.window()
                try parameters.end()
                let model = DownloadsPageModel(window: window, total: try await app.downloads.count())
                let rows = try await app.downloads.list(window: window)
                return Page(
                    title: model.title, place: .downloads, countText: model.countText, content: .list,
                    values: ListValues(rows.map(\.values), paging: model.paging, emptyText: model.emptyText).values)
            }
        }
    }
}
