import FermataDomain
import Hummingbird

/// Waits until the library can be read. Throws `LibraryError.busy` if another program locks it for too long.
struct LibraryAvailabilityMiddleware: RouterMiddleware {
    let changes: any LibraryChangeObserver
    let clock: any Clock<Duration>

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        try await changes.waitUntilFree(clock: clock)
        return try await next(request, context)
    }
}
