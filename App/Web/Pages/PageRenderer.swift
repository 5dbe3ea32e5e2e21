import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Draws pages, or the parts of them that the script asks for.
struct PageRenderer: Sendable {
    /// What of a page is asked for.
    enum Fragment: String, CaseIterable {
        /// All that changes with what is asked for.
        case list
        /// The rows alone.
        case rows
    }

    private let app: Composition
    private let templates: Templates

    /// Throws where a template cannot be parsed.
    init(_ app: Composition) throws {
        self.app = app
        templates = try Templates()
    }

    func response(_ page: Page, to request: Request, fragment: Fragment? = nil) async throws -> Response {
        let values = page.values.merging(["title": .text(page.title), "countText": .text(page.countText)])
        let text =
            switch fragment {
            case .rows: try templates.render("rows", values)
            case .list: try templates.render(page.content, values)
            case nil:
                try templates.render(
                    page.frame, values.merging(try await surroundings(page)).merging(["content": .text(page.content)]))
            }
        return html(text, status: page.status, to: request)
    }

    /// One row, drawn by its own template.
    func response(row: TemplateValues, template: String, to request: Request) throws -> Response {
        html(try templates.render(template, row), status: 200, to: request)
    }

    private func html(_ text: String, status: Int, to request: Request) -> Response {
        var response = KnownAnswer(text.utf8, type: "text/html; charset=utf-8").response(to: request)
        if status != 200 { response.status = .init(code: status) }
        return response
    }

    private func surroundings(_ page: Page) async throws -> TemplateValues {
        [
            "navigation": .list(NavigationModel(at: page.place).links.map { .values($0.values) }),
            "search": .values(page.search.values),
            "freshness": .text(try await freshness()),
        ]
    }

    private func freshness() async throws -> String {
        for try await screen in app.stored.screens(for: MusicQuery(window: Window(limit: 0))) {
            return screen.freshness.text
        }
        return ""
    }
}
