import FermataDomain
import HTTPTypes
import Hummingbird
import NIOHTTP1

/// Turns errors into problem documents for programs and into pages for browsers.
struct ProblemMiddleware: RouterMiddleware {
    let monitor: FatalErrorMonitor
    let renderer: PageRenderer

    /// Rethrows `HTTPParserError`, for which the connection is closed.
    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            monitor.report(error)
            return request.acceptsProblemJSON ? Problem(error).response : renderer.response(error)
        }
    }
}

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

/// Adds the security header fields to every response, and removes the body of responses to `HEAD`.
struct SecurityHeadersMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if request.method == .head { response = response.createHeadResponse() }
        SecurityHeaders.add(to: &response.headers)
        return response
    }
}
