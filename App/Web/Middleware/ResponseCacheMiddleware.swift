import FermataDomain
import HTTPTypes
import Hummingbird

/// Serves `GET` requests from a cache until the library changes.
struct ResponseCacheMiddleware: RouterMiddleware {
    let cache: ResponseCache
    let changes: any LibraryChangeObserver

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        // Reads the version before the rows: rows that change meanwhile are then stored under an outdated version.
        guard request.method == .get, let version = try changes.knownVersion() else {
            return try await next(request, context)
        }
        let url = request.uri.string
        if let response = cache.response(for: url, version: version) { return response }
        let response = try await next(request, context)
        cache.store(response, for: url, version: version)
        return response
    }
}
