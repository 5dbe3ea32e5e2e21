import FermataDomain
import FermataPresentation
import Hummingbird
import Synchronization

/// The playlist screen, the bookmarks, and the page of one piece of music.
struct MusicPages {
    private let app: Composition
    private let renderer: PageRenderer

    init(_ app: Composition, _ renderer: PageRenderer) {
        self.app = app
        self.renderer = renderer
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/") { request, _ in try await list(request, bookmarkedOnly: false) }
        router.get("/bookmarks") { request, _ in try await list(request, bookmarkedOnly: true) }
        router.get("/music/:id") { request, context in
            try await detail(request, try context.parameter("id"))
        }
    }

    private func list(_ request: Request, bookmarkedOnly: Bool) async throws -> Response {
        var parameters = try QueryParameters(request)
        let fragment: PageRenderer.Fragment? = try parameters.choice("fragment")
        var query = try parameters.music()
        try parameters.end()
        query.bookmarkedOnly = query.bookmarkedOnly || bookmarkedOnly
        let model = MusicListPageModel(query, total: try await app.stored.count(query))
        let rows = try await MusicRows.collect { try await app.stored.read(query, body: $0) }
        let page = Page(
            title: model.title, place: model.place, search: model.search, countText: model.countText, content: .list,
            values: ListValues(offset: query.window.offset, total: model.paging.total, rows: rows.map(\.values))
                .values(emptyText: model.emptyText)
                .merging(choices(model.sorts, model.switches)).merging(["paging": .values(model.paging.values)]))
        return try await renderer.response(page, to: request, fragment: fragment)
    }

    private func detail(_ request: Request, _ id: String) async throws -> Response {
        var parameters = try QueryParameters(request)
        let fragment = parameters.text("fragment")
        let place = try rowPlace(&parameters)
        try parameters.end()
        let row = try await app.stored.find(id)
        switch fragment {
        case "music": return renderer.response(row: row.values.merging(place), to: request)
        case "track": return renderer.response(row: TrackCellModel(row).values.merging(place), to: request)
        default:
            let page = Page(
                title: row.title, place: .music, countText: row.artist, content: .detail,
                values: MusicDetailModel(row).values)
            return try await renderer.response(page, to: request, fragment: fragment == nil ? nil : .list)
        }
    }

    private func rowPlace(_ parameters: inout QueryParameters) throws -> TemplateValues {
        let index = try parameters.whole("index", in: 0...QueryParameters.farthest) ?? 0
        let total = try parameters.whole("total", in: 0...QueryParameters.farthest) ?? 1
        return RowPlace(index: index, total: total).values
    }
}

/// The orders that a list can be put in, and its switches.
func choices(_ sorts: [LinkModel], _ switches: [LinkModel]) -> TemplateValues {
    [
        "hasChoices": .flag(true), "sorts": .list(sorts.map { .values($0.values) }),
        "switches": .list(switches.map { .values($0.values) }),
    ]
}

/// The rows of one window, which are handed over in batches.
enum MusicRows {
    static func collect<Row: Sendable>(
        _ read: (@escaping @Sendable ([Row]) throws -> Void) async throws -> Void
    ) async throws -> [Row] {
        let rows = Mutex<[Row]>([])
        try await read { batch in rows.withLock { $0 += batch } }
        return rows.withLock { $0 }
    }
}
