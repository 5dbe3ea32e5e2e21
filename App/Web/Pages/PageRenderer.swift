import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird
import NIOCore

/// Draws pages, or the parts of them that the script asks for.
struct PageRenderer: Sendable {
    /// What of a page is asked for.
    enum Fragment: String, CaseIterable {
        /// All that changes with what is asked for.
        case list
        /// The rows alone.
        case rows
    }

    private static let html = "text/html; charset=utf-8"
    private let playlist: PlaylistDataSource
    private let templates: Templates

    /// Throws where a template cannot be parsed.
    init(_ app: Composition) throws {
        playlist = app.stored
        templates = try Templates()
    }

    func response(_ page: Page, to request: Request, fragment: Fragment? = nil) async throws -> Response {
        let values = page.values.merging(["title": .text(page.title), "countText": .text(page.countText)])
        let text =
            switch fragment {
            case .rows: templates.render(.rows, values)
            case .list: templates.render(page.content, values)
            case nil: templates.render(page.frame, values.merging(Self.frame(page, freshness: try await freshness())))
            }
        return KnownAnswer(text.utf8, type: Self.html).response(to: request)
    }

    /// One row.
    func response(row: TemplateValues, to request: Request) -> Response {
        KnownAnswer(templates.render(.cell, row).utf8, type: Self.html).response(to: request)
    }

    /// A page that needs nothing of the library.
    func response(_ problem: ProblemPageModel) -> Response {
        let page = Page(title: problem.title, content: .problem, values: problem.values)
        let values = page.values.merging(Self.frame(page, freshness: "")).merging(["title": .text(page.title)])
        return Response(
            status: .init(code: problem.status), headers: [.contentType: Self.html, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: templates.render(page.frame, values))))
    }

    private static func frame(_ page: Page, freshness: String) -> TemplateValues {
        [
            "content": .text(page.content.rawValue), "freshness": .text(freshness),
            "navigation": .list(NavigationModel(at: page.place).links.map { .values($0.values) }),
            "search": .values(page.search.values),
        ]
    }

    private func freshness() async throws -> String {
        for try await screen in playlist.screens(for: MusicQuery(window: Window(limit: 0))) {
            return screen.freshness.text
        }
        return ""
    }
}
