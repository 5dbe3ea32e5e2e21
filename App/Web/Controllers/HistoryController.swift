import FermataPresentation
import HTTPTypes
import Hummingbird

/// Lists and records plays.
struct HistoryController {
    let history: HistoryDataSource

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("history", use: list)
            .post("history", use: add)
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let window = try parameters.window()
        try parameters.end()
        let total = try await history.count()
        return .rows(try await history.list(window), at: "/api/history", of: total, in: window, parameters)
    }

    private func add(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["music", "started"])
        let row = try await history.add(music: body["music"] ?? "", started: body["started"] ?? "")
        return .changed(RowsJSON.object(row), status: .created)
    }
}

/// Serves the history as a page.
struct HistoryPageController {
    let history: HistoryDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("history", renderer) { parameters, _ in
            let window = try parameters.window()
            try parameters.end()
            let model = ListPageModel.history(window: window, total: try await history.count())
            return Page(model, screen: .history, rows: try await history.list(window).map { CellHTML($0) })
        }
    }
}
