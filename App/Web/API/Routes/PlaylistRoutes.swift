import FermataDomain
import FermataPresentation
import Hummingbird

/// Playlists, and the music of each.
struct PlaylistRoutes {
    private let playlists: PlaylistsDataSource
    private let cache: ResponseCache

    init(_ app: Composition, cache: ResponseCache) {
        playlists = app.playlists
        self.cache = cache
    }

    func add(to router: Router<WebServer.Context>) {
        router.get("/api/playlists") { request, _ in
            try await cache.answer(request) {
                var parameters = try QueryParameters(request)
                let (text, window) = (try parameters.words(), try parameters.window())
                try parameters.end()
                let total = try await playlists.count(named: text)
                let rows = try await playlists.list(named: text, window: window)
                return .rows(rows, at: "/api/playlists", of: total, in: window, parameters)
            }
        }
        router.get("/api/playlists/:id") { request, context in
            try await cache.answer(request) {
                try QueryParameters(request).end()
                return .json(RowsJSON.one(try await playlists.find(id: try context.parameter("id"))))
            }
        }
        router.get("/api/playlists/:id/music") { request, context in
            try await cache.answer(request) {
                var parameters = try QueryParameters(request)
                let window = try parameters.window()
                try parameters.end()
                let playlist = try await playlists.find(id: try context.parameter("id"))
                return try await .rows(
                    playlists.batches(of: playlist, window: window), at: "/api/playlists/\(playlist.id)/music",
                    of: playlist.count, in: window, parameters)
            }
        }
    }
}

extension PlaylistsDataSource {
    /// A playlist by its whole id: a name may be that of another one tomorrow. Throws `LibraryError`.
    func find(id: String) async throws -> PlaylistCellModel {
        guard id.utf8.count == MusicID.digits, let value = UInt64(id, radix: 16) else {
            throw PlaylistError.notFound(id)
        }
        return try await find(id: PlaylistID(value))
    }
}
