import FermataDomain
import FermataPresentation
import HTTPTypes
import Hummingbird

/// What is kept for offline use, or on its way.
struct DownloadRoutes {
    private let music: MusicListDataSource
    private let downloads: DownloadsDataSource
    private let queue: DownloadQueue

    init(_ app: Composition, queue: DownloadQueue) {
        music = app.stored
        downloads = app.downloads
        self.queue = queue
    }

    /// Their list moves while the library does not, so that no answer is kept.
    func add(to router: Router<WebServer.Context>) {
        router.get("/api/downloads") { request, _ in
            var parameters = try QueryParameters(request)
            let window = try parameters.window()
            try parameters.end()
            let total = try await downloads.count()
            let rows = try await downloads.list(window: window).map(\.withoutFolder)
            return BufferedResponse.rows(rows, at: "/api/downloads", of: total, in: window, parameters)
                .response(to: request)
        }
        router.put("/api/music/:id/download") { request, context in
            try QueryParameters(request).end()
            let row = try await music.find(try context.parameter("id"))
            if row.isDownloaded { return Response.json(RowsJSON.one(row)) }
            guard row.actions.contains(.download) else { throw Problem(.conflict, "This music has no audio to keep.") }
            try await queue.add(row.id)
            return Response.json(RowsJSON.one(row), status: .accepted)
        }
        router.delete("/api/music/:id/download") { request, context in
            try QueryParameters(request).end()
            try await queue.remove(try await music.find(try context.parameter("id")).id)
            return Response(status: .noContent)
        }
    }
}
