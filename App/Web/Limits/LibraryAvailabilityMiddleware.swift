import FermataDomain
import Hummingbird

/// Lets a request pass to what reads the library once that is there, and can be read.
struct LibraryAvailabilityMiddleware: RouterMiddleware {
    let watch: any LibraryChangeObserver

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        try await watch.waitUntilFree()
        return try await next(request, context)
    }
}
