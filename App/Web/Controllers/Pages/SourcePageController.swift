import FermataPresentation
import Hummingbird

/// Serves the list of sources, and the page of one source.
struct SourcePageController {
    let sources: SourcesDataSource
    let sync: SyncService
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("sources") { request, _ in
            try await renderer.response(to: request) { parameters in
                try parameters.end()
                var rows: [SourceCellModel] = []
                for row in try await sources.list() { rows.append(await withProgress(row)) }
                let model = SourcesPageModel(rows)
                return Page(
                    title: model.title, screen: .sources, countText: model.countText, content: model.html,
                    form: model.form.html)
            }
        }
        .get("sources/:name") { request, context in
            try await renderer.response(to: request) { parameters in
                try parameters.end()
                let row = try await sources.find(try context.parameter("name"))
                let model = SourcePageModel(await withProgress(row))
                return Page(
                    title: model.title, screen: .sources, countText: nil, content: model.html, form: model.form.html)
            }
        }
    }

    private func withProgress(_ row: SourceCellModel) async -> SourceCellModel {
        var row = row
        row.progress = await sync.progress(of: row.name)
        return row
    }
}
