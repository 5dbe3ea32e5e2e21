import HTTPTypes
import Hummingbird

/// Rejects changes that pages of other sites request.
///
/// Source: https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
struct OriginMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        try Self.check(request)
        return try await next(request, context)
    }

    private static func check(_ request: Request) throws {
        switch request.method {
        case .get, .head, .options: return
        default: break
        }
        if let site = request.headers[.fetchSite], site != "same-origin", site != "none" { throw foreignOrigin }
        guard let origin = request.headers[.origin] else { return }
        let authority = request.head.authority ?? ""
        guard origin == "http://" + authority || origin == "https://" + authority else { throw foreignOrigin }
    }

    private static var foreignOrigin: Problem {
        Problem(.forbidden, "A page of another site must not change this library.")
    }
}
