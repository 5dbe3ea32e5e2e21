import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// The sources, and the reading of them.
struct SourceRoutes {
    private let sources: SourcesDataSource
    private let cache: ResponseCache
    private let sync: SyncService

    init(_ app: Composition, cache: ResponseCache, sync: SyncService) {
        sources = app.sources
        self.cache = cache
        self.sync = sync
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/api/sources") { request, _ in
            try await cache.answer(request) {
                let parameters = try QueryParameters(request)
                try parameters.end()
                let rows = try await sources.list(showsAges: false)
                return .rows(rows, at: "/api/sources", of: rows.count, in: .all, parameters)
            }
        }
        router.post("/api/sync") { request, _ in
            try QueryParameters(request).end()
            return Response.json(RowsJSON.one(await sync.begin()), status: .accepted)
        }
    }
}
