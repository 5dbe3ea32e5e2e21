import HTTPTypes
import Hummingbird
import NIOCore

/// Rejects requests without the server's token, except the login.
struct RequestAuthorizer: RouterMiddleware {
    let token: TokenAuthenticator
    let page: LoginPage

    /// Without the token, programs and scripts receive a problem document, and browsers the login page.
    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        if request.method == .post, request.uri.path == "/" { return try await next(request, context) }
        do {
            try token.check(request, at: context.channel.localAddress?.port ?? 0)
        } catch  where !request.acceptsProblemJSON {
            return page.response(isWrong: false)
        }
        return try await next(request, context)
    }
}
