import FermataDomain
import FermataPresentation
import Hummingbird

/// Serves the list of to-dos with its two sections, and the page of one to-do.
struct ToDoPageController {
    let toDos: ToDoListDataSource
    let outlines: any OutlineRepository
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("to-dos") { request, _ in
            try await renderer.response(to: request) { try await list(&$0) }
        }
        .get("to-dos/:number") { request, context in
            try await renderer.response(to: request) { parameters in
                try parameters.end()
                let model = try await toDos.detail(try context.number("number"))
                let form = toDos.input(editing: model)
                return Page(
                    title: model.title.text, screen: .toDos, countText: nil,
                    content: { model.html(over: outlines, below: $0) },
                    form: { form.formHTML(editing: model.row.number, below: $0) })
            }
        }
    }

    /// The page of one section, or of both if the query names none.
    private func list(_ parameters: inout QueryParameters) async throws -> Page {
        let only: ToDoSectionKey? = try parameters.choice("section")
        let window = try parameters.window()
        try parameters.end()
        var sections: [(model: ToDosPageModel, rows: [ToDoCellModel])] = []
        for section in ToDoSection.allCases where only == nil || only?.section == section {
            let model = ToDosPageModel(section, window: window, total: try await toDos.count(section))
            let rows = try await toDos.batches(of: ToDoQuery(section: section, window: window)).all()
            sections.append((model, rows))
        }
        return Page(
            title: MainScreen.toDos.title, screen: .toDos, countText: nil,
            content: { [sections] root in HTML(sections.map { $0.model.html($0.rows, below: root) }) },
            form: { toDos.input.formHTML(below: $0) })
    }
}
