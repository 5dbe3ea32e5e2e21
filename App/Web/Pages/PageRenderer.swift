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
    private let playlist: MusicListDataSource
    private let watch: any LibraryChangeObserver
    private let templates: Templates

    /// Throws where a template cannot be parsed.
    init(_ app: Composition) throws {
        playlist = app.stored
        watch = app.watch
        templates = try Templates()
    }

    /// Draws what `make` answers. It reads the parameters that are its own, and says where they end.
    func response(
        to request: Request, _ make: (inout QueryParameters) async throws -> Page
    ) async throws -> Response {
        var parameters = try QueryParameters(request)
        let fragment: Fragment? = try parameters.choice("fragment")
        // A page shows at least one row; only a program asks for none.
        var bounds = parameters
        _ = try bounds.whole("limit", in: 1...QueryParameters.longest)
        // Read before the rest: what changes meanwhile is news to the page.
        let version = try watch.knownVersion()
        let page = try await make(&parameters)
        let values = page.values.merging(["title": .text(page.title), "countText": .text(page.countText)])
        let text =
            switch fragment {
            case .rows: templates.render(.rows, values)
            case .list: templates.render(page.content, values)
            case nil:
                templates.render(
                    page.frame,
                    values.merging(Self.frame(page, freshness: try await freshness(), version: version)))
            }
        return BufferedResponse(text.utf8, type: Self.html).response(to: request)
    }

    /// How fresh the library is, for a page that stays open.
    func response(freshnessTo request: Request) async throws -> Response {
        try QueryParameters(request).end()
        let text = SafeText(try await freshness()).text
        return BufferedResponse(text.utf8, type: "text/plain; charset=utf-8").response(to: request)
    }

    /// One row.
    func response(row: TemplateValues, to request: Request) -> Response {
        BufferedResponse(templates.render(.cell, row).utf8, type: Self.html).response(to: request)
    }

    /// A page that needs nothing of the library.
    func response(_ problem: ProblemPageModel) -> Response {
        let page = Page(title: problem.title, content: .problem, values: problem.values)
        let values = page.values.merging(Self.frame(page)).merging(["title": .text(page.title)])
        return Response(
            status: .init(code: problem.status), headers: [.contentType: Self.html, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: templates.render(page.frame, values))))
    }

    private static func frame(_ page: Page, freshness: String = "", version: Int? = nil) -> TemplateValues {
        [
            "version": TemplateValue(version),
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
