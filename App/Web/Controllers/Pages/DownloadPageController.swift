import FermataDomain
import FermataPresentation
import Hummingbird

/// Serves the list of downloads as a page.
struct DownloadPageController {
    let downloads: DownloadsDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("downloads") { request, _ in
            try await renderer.response(to: request) { parameters in
                let window = try parameters.window()
                try parameters.end()
                let model = DownloadsPageModel(window: window, total: try await downloads.count())
                let rows = try await downloads.list(window: window)
                let list = ListHTML(
                    rows.map { CellHTML($0) }, paging: model.paging, emptyText: model.emptyText)
                return Page(title: model.title, screen: .downloads, countText: model.countText, list: list)
            }
        }
    }
}
