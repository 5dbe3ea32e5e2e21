import FermataDomain
import FermataPresentation
import Hummingbird

/// The list of to-dos in its two sections, and the page of one to-do.
struct ToDoPages {
    private let app: Composition
    private let renderer: PageRenderer

    init(_ app: Composition, _ renderer: PageRenderer) {
        self.app = app
        self.renderer = renderer
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/to-dos") { request, _ in
            try await renderer.response(to: request) { try await list(&$0) }
        }
        router.get("/to-dos/:number") { request, context in
            try await renderer.response(to: request) { parameters in
                try parameters.end()
                let model = try await app.toDos.detail(try context.number("number"))
                return Page(title: model.title.text, place: .toDos, content: .toDo, values: model.values(app.outlines))
            }
        }
    }

    /// Without a section both are shown, from their first rows on.
    private func list(_ parameters: inout QueryParameters) async throws -> Page {
        let only: ToDoSectionKey? = try parameters.choice("section")
        let window = try parameters.window()
        try parameters.end()
        let toDos = app.toDos
        var sections: [TemplateValue] = []
        for section in ToDoSection.allCases where only == nil || only?.section == section {
            let model = ToDosPageModel(section, window: window, total: try await toDos.count(section))
            let rows = try await toDos.batches(of: ToDoQuery(section: section, window: window)).all()
            sections.append(.values(model.values(rows)))
        }
        return Page(
            title: NavigationModel.Place.toDos.rawValue, place: .toDos, content: .toDos, frame: .toDosPage,
            values: ["sections": .list(sections), "dateExample": .text(toDos.input.dateExample)])
    }
}
