import FermataPresentation
import Hummingbird

/// Serves the history as a page.
struct HistoryPageController {
    let history: HistoryDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("history") { request, _ in
            try await renderer.response(to: request) { parameters in
                let window = try parameters.window()
                try parameters.end()
                let model = HistoryPageModel(window: window, total: try await history.count())
                let rows = try await history.list(window)
                let list = ListHTML(
                    rows.map { CellHTML($0) }, paging: model.paging, emptyText: model.emptyText)
                return Page(title: model.title, screen: .history, countText: model.countText, list: list)
            }
        }
    }
}
