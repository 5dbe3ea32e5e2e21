import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// Music, and its bookmarks.
struct MusicRoutes {
    private let music: MusicListDataSource
    private let cache: ResponseCache

    init(_ app: Composition, cache: ResponseCache) {
        music = app.stored
        self.cache = cache
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/api/music") { request, _ in
            try await cache.answer(request) {
                var parameters = try QueryParameters(request)
                let query = try parameters.music()
                try parameters.end()
                let total = try await music.count(query)
                return try await .rows(
                    music.batches(of: query), at: "/api/music", of: total, in: query.window, parameters)
            }
        }
        router.get("/api/music/:id") { request, context in
            try await cache.answer(request) {
                try QueryParameters(request).end()
                return .json(RowsJSON.one(try await music.find(try context.parameter("id"))))
            }
        }
        router.put("/api/music/:id/bookmark") { try await set(true, $0, $1) }
        router.delete("/api/music/:id/bookmark") { try await set(false, $0, $1) }
    }

    private func set(
        _ isBookmarked: Bool, _ request: Request, _ context: WebServer.Context
    ) async throws -> Response {
        try QueryParameters(request).end()
        let row = try await music.find(try context.parameter("id"))
        return .json(RowsJSON.one(try await music.setBookmark(isBookmarked, of: row)))
    }
}
