import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Lists, adds, changes, removes and syncs sources.
struct SourceController {
    private static let members = SourceInputModel.Field.allCases.map(\.rawValue)
    let sources: SourcesDataSource
    let sync: SyncService

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("sources", use: list)
            .post("sources", use: add)
            .get("sources/:name") { request, context in
                try await Response.row(request) { await status(try await sources.find(try context.parameter("name"))) }
            }
            .patch("sources/:name", use: edit)
            .delete("sources/:name", use: remove)
            .post("sources/:name/sync", use: startSync)
    }

    private func list(_ request: Request, _ context: WebContext) async throws -> Response {
        let parameters = try QueryParameters(request)
        try parameters.end()
        var rows: [SourceStatusCellModel] = []
        for row in try await sources.list(showsAges: false) { rows.append(await status(row)) }
        return .rows(rows, at: "/api/sources", of: rows.count, in: .all, parameters)
    }

    private func add(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: ["kind"] + Self.members)
        var input = SourceInputModel(kind: body["kind"], forms: sources.forms)
        input.fill(from: body)
        let row = try await sources.add(input)
        return .changed(
            RowsJSON.object(await status(row)), status: .created,
            headers: [.location: PageAddress.api(ofSource: row.name).description])
    }

    private func edit(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let body = try await JSONBody(request, known: Self.members)
        let name = try context.parameter("name")
        var input = SourceInputModel(editing: try await sources.find(name))
        input.fill(from: body)
        var changes = input.changes
        // The stored address may have a query, which the input lacks.
        if body.names.contains("address") { changes.address = body["address"] ?? "" }
        let row = try await sources.set(name, changes)
        return .changed(RowsJSON.object(await status(row)))
    }

    private func remove(_ request: Request, _ context: WebContext) async throws -> Response {
        var parameters = try QueryParameters(request)
        let keepsBookmarked = try parameters.flag("keepBookmarked")
        try parameters.end()
        _ = try await sources.remove(try context.parameter("name"), keepingBookmarked: keepsBookmarked)
        return Response(status: .noContent)
    }

    private func startSync(_ request: Request, _ context: WebContext) async throws -> Response {
        try QueryParameters(request).end()
        let status = try await sync.start(try context.parameter("name"))
        return .changed(RowsJSON.object(status), status: .accepted)
    }

    private func status(_ row: SourceCellModel) async -> SourceStatusCellModel {
        SourceStatusCellModel(await row.withProgress(in: sync))
    }
}

extension SourceInputModel {
    /// Sets the fields that the body has; null clears one.
    fileprivate mutating func fill(from body: JSONBody) {
        for field in Field.allCases where body.names.contains(field.rawValue) {
            self[field] = body[field.rawValue] ?? ""
        }
    }
}

/// Serves the list of sources, and the page of one source.
struct SourcePageController {
    let sources: SourcesDataSource
    let sync: SyncService
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.getPage("sources", renderer) { parameters, _ in
            try parameters.end()
            var rows: [SourceCellModel] = []
            for row in try await sources.list() { rows.append(await row.withProgress(in: sync)) }
            let model = SourcesPageModel(rows)
            return Page(
                title: model.title, screen: .sources, countText: model.countText, content: model.html,
                form: model.form.html)
        }
        .getPage("sources/:name", renderer) { parameters, context in
            try parameters.end()
            let row = try await sources.find(try context.parameter("name"))
            let model = SourcePageModel(await row.withProgress(in: sync))
            return Page(
                title: model.title, screen: .sources, countText: nil, content: model.html, form: model.form.html)
        }
    }
}

extension SourceCellModel {
    /// The row with the progress of the source's running sync.
    fileprivate func withProgress(in sync: SyncService) async -> SourceCellModel {
        var row = self
        row.progress = await sync.progress(of: name)
        return row
    }
}
