import Hummingbird

/// Serves the age of the library to pages that stay open.
struct FreshnessController {
    let renderer: PageRenderer

    func addRoutes(to group: RouterGroup<WebContext>) {
        group.get("freshness") { request, _ in
            try QueryParameters(request).end()
            return try await renderer.freshnessResponse()
        }
    }
}
