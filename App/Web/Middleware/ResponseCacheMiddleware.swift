import FermataDomain
import Foundation
import HTTPTypes
import Hummingbird

/// Serves `GET` requests from a cache until the library changes.
///
/// Responses that also depend on the time, on running downloads or on checks of the library are cached for one second.
struct ResponseCacheMiddleware: RouterMiddleware {
    let cache: ResponseCache
    let changes: any LibraryChangeObserver
    /// The time; nil for responses that depend on nothing but the library.
    var now: (@Sendable () -> Date)?

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        // Reads the version before the rows: rows that change meanwhile are then stored under an outdated version.
        guard request.method == .get, let version = try changes.knownVersion() else {
            return try await next(request, context)
        }
        let url = request.uri.string
        let stamp = ResponseCache.Stamp(library: version, second: now.map { Int($0().timeIntervalSince1970) })
        if let response = cache.response(for: url, stamp: stamp) { return response }
        let response = try await next(request, context)
        cache.store(response, for: url, stamp: stamp)
        return response
    }
}
