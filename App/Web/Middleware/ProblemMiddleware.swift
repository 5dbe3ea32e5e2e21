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
