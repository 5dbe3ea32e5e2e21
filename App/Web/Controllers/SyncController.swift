import Hummingbird

/// Starts a sync of all sources.
struct SyncController {
    let sync: SyncService

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.post("sync") { request, _ in
            try QueryParameters(request).end()
            return Response.changed(RowsJSON.object(try await sync.start()), status: .accepted)
        }
    }
}
