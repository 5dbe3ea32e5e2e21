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
        router.get("/to-dos") { request, _ in try await list(request) }
        router.get("/to-dos/:number") { request, context in
            guard let number = Int(try context.parameter("number")) else { throw HTTPError(.notFound) }
            return try await detail(request, number)
        }
    }

    /// Without a section both are shown, from their first rows on.
    private func list(_ request: Request) async throws -> Response {
        var parameters = try QueryParameters(request)
        let fragment: PageRenderer.Fragment? = try parameters.choice("fragment")
        let only: ToDoSectionKey? = try parameters.choice("section")
        let window = try parameters.window()
        try parameters.end()
        var sections: [TemplateValue] = []
        for section in ToDoSection.allCases where only == nil || only?.section == section {
            sections.append(.values(try await values(of: section, window)))
        }
        let toDos = app.toDos
        let page = Page(
            title: NavigationModel.Place.toDos.rawValue, place: .toDos, content: .toDos, frame: .toDosPage,
            values: ["sections": .list(sections), "dateExample": .text(toDos.input.dateExample)])
        return try await renderer.response(page, to: request, fragment: fragment)
    }

    private func values(of section: ToDoSection, _ window: Window) async throws -> TemplateValues {
        let toDos = app.toDos
        let model = ToDosPageModel(section, window: window, total: try await toDos.count(section))
        let rows = try await MusicRows.collect {
            try await toDos.read(ToDoQuery(section: section, window: window), body: $0)
        }
        return model.values(rows)
    }

    private func detail(_ request: Request, _ number: Int) async throws -> Response {
        var parameters = try QueryParameters(request)
        let fragment: PageRenderer.Fragment? = try parameters.choice("fragment")
        try parameters.end()
        let model = try await app.toDos.detail(number)
        let page = Page(title: model.title.text, place: .toDos, content: .toDo, values: model.values)
        return try await renderer.response(page, to: request, fragment: fragment)
    }
}
