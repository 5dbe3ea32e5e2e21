import HTTPTypes
import Hummingbird

/// Finds the account of each request, and rejects requests that may not be made.
///
/// Programs send the server's token or an API key as a bearer token, browsers the cookie of a sign-in. A server that only
/// its own computer reaches, and which has neither a token nor accounts, is open.
struct RequestAuthorizer: RouterMiddleware {
    let signIn: ServerSignIn

    /// Rejected programs and scripts receive a problem document, and browsers the page to sign in.
    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        if signIn.isReachable(request) { return try await next(request, context) }
        do {
            var context = context
            context.account = try await signIn.account(of: request, context)
            return try await next(request, context)
        } catch  where error.isRejection && !request.acceptsProblemJSON {
            return try await signIn.page()
        }
    }
}

extension Error {
    /// Whether a person has to sign in before the request.
    fileprivate var isRejection: Bool { (self as? Problem)?.status == .unauthorized }
}
