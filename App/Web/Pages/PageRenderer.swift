import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird
import NIOCore

/// Renders pages, and the parts of them that the scripts request.
struct PageRenderer: Sendable {
    /// The part of a page that a request asks for with `fragment`.
    enum Fragment: String, CaseIterable {
        /// The content without the frame.
        case list
        /// Only the rows.
        case rows
    }

    private static let html = "text/html; charset=utf-8"
    /// The bytes up to which a page is drawn before it is sent, more than a usual page of the most rows has.
    private static let largestBuffer = 4 << 20
    private let music: MusicListDataSource
    private let changes: any LibraryChangeObserver
    private let notice: LibraryNotice
    private let frame: PageFrame
    /// What precedes every address.
    private var root: HTML { frame.root }

    init(_ dependencies: SiteDependencies, frame: PageFrame) {
        (music, changes, notice) = (dependencies.music, dependencies.changes, dependencies.notice)
        self.frame = frame
    }

    /// Renders the page that `make` returns. `make` reads the remaining parameters and checks that there are no others.
    func response(
        to request: Request, _ make: (inout QueryParameters) async throws -> Page
    ) async throws -> Response {
        var parameters = try QueryParameters(request)
        let fragment: Fragment? = try parameters.choice("fragment")
        // A page shows at least one row, while API clients may request none.
        var copy = parameters
        _ = try copy.integer("limit", in: 1...QueryParameters.largestLimit)
        // Reads the version before the rows: the page then reloads rows that change meanwhile.
        let version = try changes.knownVersion()
        let page = try await make(&parameters)
        let html =
            switch fragment {
            case .rows: page.list?.page(countText: page.countText ?? "") ?? page.content(root)
            case .list: page.content(root)
            case nil:
                page.html(
                    notice: notice.text(for: .webClient), freshness: try await freshness(), version: version,
                    in: frame)
            }
        let response = response(html.markup, page.rows)
        return page.isLive ? response.unstored : response
    }

    /// The age of the library as plain text, for a page that stays open.
    func freshnessResponse() async throws -> Response {
        .buffered(SafeText(try await freshness()).text.utf8, type: "text/plain; charset=utf-8")
    }

    /// Returns a rendered page with its rows in place of their mark.
    ///
    /// A large page is drawn while it is sent, and has no entity tag: its memory is that of a few rows.
    private func response(_ text: String, _ rows: PageRows) -> Response {
        guard let mark = text.utf8.firstIndex(of: 0) else { return .buffered(text.utf8, type: Self.html) }
        let end = String(text[text.utf8.index(after: mark)...])
        var (start, drawn) = (String(text[..<mark]), 0)
        while drawn < rows.count, start.utf8.count < Self.largestBuffer {
            start += rows.html(drawn, below: root).markup
            drawn += 1
        }
        if drawn == rows.count { return .buffered((start + end).utf8, type: Self.html) }
        return Response(
            status: .ok, headers: [.contentType: Self.html, .cacheControl: "private, no-cache"],
            body: ResponseBody { [root, start, drawn] writer in
                try await writer.write(ByteBuffer(string: start))
                for index in drawn..<rows.count {
                    try await writer.write(ByteBuffer(string: rows.html(index, below: root).markup))
                }
                try await writer.write(ByteBuffer(string: end))
                try await writer.finish(nil)
            })
    }

    func response(_ row: some RowHTML, at position: RowPosition) -> Response {
        .buffered(row.html(at: position, below: root).markup.utf8, type: Self.html)
    }

    /// Renders an error as a page, without reading the library.
    func response(_ error: any Error) -> Response {
        let problem = Problem(error)
        let model =
            error is Problem
            ? ProblemPageModel(status: problem.status.code, detail: problem.detail)
            : ProblemPageModel(ProblemModel(error, for: .webClient), status: problem.status.code)
        let page = Page(title: model.title, content: model.html).html(notice: notice.text(for: .webClient), in: frame)
        return .unstored(
            page.markup.utf8, type: Self.html, status: .init(code: model.status), headers: problem.headers)
    }

    private func freshness() async throws -> String {
        for try await screen in music.screens(for: MusicQuery(window: Window(limit: 0))) {
            return screen.freshness.text
        }
        return ""
    }
}

extension RouterGroup<WebContext> {
    /// Serves the page that `make` returns; see `PageRenderer.response`.
    @discardableResult
    func getPage(
        _ path: RouterPath = "", _ renderer: PageRenderer,
        _ make: @escaping @Sendable (inout QueryParameters, WebContext) async throws -> Page
    ) -> Self {
        get(path) { request, context in
            try await renderer.response(to: request) { try await make(&$0, context) }
        }
    }
}

extension ProblemPageModel {
    fileprivate func html(below root: HTML) -> HTML {
        let links = candidates.map { link in
            "<p class=\"candidate\" dir=\"auto\">\(HTML.link(link.title, to: link.address, below: root))</p>\n" as HTML
        }
        return """
            <p class="empty not-shown">\(text)</p>
            \(HTML(links))<p><a href="\(root)/">All music</a></p>

            """
    }
}
