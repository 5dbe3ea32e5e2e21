import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Lists and syncs sources.
struct SourceController {
    let sources: SourcesDataSource
    let sync: SyncService

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("sources", use: list)
            .post("sync", use: startSync)
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request)
        try parameters.end()
        let rows = try await sources.list(showsAges: false)
        return .rows(rows, at: "/api/sources", of: rows.count, in: .all, parameters)
    }

    private func startSync(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        return .changed(RowsJSON.one(try await sync.start()), status: .accepted)
    }
}
