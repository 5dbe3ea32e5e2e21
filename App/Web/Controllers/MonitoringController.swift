import FermataDomain
import HTTPTypes
import Hummingbird

/// Says whether the server can read its library, and what it has done.
struct MonitoringController {
    let changes: any LibraryChangeObserver
    let metrics: RequestMetrics

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("health") { request, _ in
            try QueryParameters(request).end()
            _ = try changes.knownVersion()
            return Response.unstored("ok\n".utf8, type: "text/plain; charset=utf-8", status: .ok)
        }
        .get("metrics") { request, context in
            try QueryParameters(request).end()
            try context.access.checkAdministration()
            return Response.unstored(metrics.text.utf8, type: "text/plain; version=0.0.4; charset=utf-8", status: .ok)
        }
    }
}
