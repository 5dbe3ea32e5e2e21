import HTTPTypes
import Hummingbird

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
