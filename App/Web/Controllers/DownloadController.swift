import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Lists, starts and removes downloads.
struct DownloadController {
    let music: MusicListDataSource
    let downloads: DownloadsDataSource
    let queue: DownloadQueue

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("downloads", use: list)
            .put("music/:id/download", use: add)
            .delete("music/:id/download", use: remove)
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let window = try parameters.window()
        try parameters.end()
        let total = try await downloads.count()
        let rows = try await downloads.list(window: window)
        return .rows(rows, at: "/api/downloads", of: total, in: window, parameters)
    }

    private func add(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let row = try await music.find(try context.parameter("id"))
        if row.isAvailableOffline { return .changed(RowsJSON.object(row)) }
        try await queue.add(row.id)
        return .changed(RowsJSON.object(row), status: .accepted)
    }

    private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        try await queue.remove([try await music.find(try context.parameter("id")).id])
        return Response(status: .noContent)
    }
}

/// Serves the list of downloads as a page.
struct DownloadPageController {
    let downloads: DownloadsDataSource
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("downloads", renderer) { parameters, _ in
            let window = try parameters.window()
            try parameters.end()
            let model = ListPageModel.downloads(window: window, total: try await downloads.count())
            let rows = try await downloads.list(window: window)
            return Page(model, screen: .downloads, rows: rows.map { CellHTML($0) })
        }
    }
}
