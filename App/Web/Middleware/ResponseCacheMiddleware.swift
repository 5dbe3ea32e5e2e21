import FermataDomain
import Foundation
import HTTPTypes
import Hummingbird

/// Serves `GET` requests from a cache until the library changes, and makes a response once for all clients that request
/// it at the same time.
///
/// A response that also depends on the time, on running downloads or on checks of the library is cached for one second
/// after it was made. All clients of a server are one listener.
struct ResponseCacheMiddleware: RouterMiddleware {
    private let cache = ResponseCache()
    private let flights = SingleFlight<Key, Response>()
    private let changes: any LibraryChangeObserver
    private let now: (@Sendable () -> Date)?

    private struct Key: Hashable {
        let url: String
        /// The version of the library: a request after a change gets a response with that change.
        let version: Int
    }

    /// `now` is the time; nil for responses that depend on nothing but the library.
    init(changes: any LibraryChangeObserver, now: (@Sendable () -> Date)? = nil) {
        (self.changes, self.now) = (changes, now)
    }

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        // Reads the version before the rows: rows that change meanwhile are then stored under an outdated version.
        guard request.method == .get, let version = try changes.knownVersion() else {
            return try await next(request, context)
        }
        let key = Key(url: request.uri.string, version: version)
        if let response = cache.response(for: key.url, version: version, now: now?()) { return response }
        return try await withoutActuallyEscaping(next) { next in
            // The caller waits until the task that uses `next` has ended, even if it is cancelled.
            nonisolated(unsafe) let next = next
            return try await flights.value(for: key) { [cache, now] in
                let response = try await next(request, context)
                cache.store(response, for: key.url, version: version, made: now?())
                return response
            }
        }
    }
}
