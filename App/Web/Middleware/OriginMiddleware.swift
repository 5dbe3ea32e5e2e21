import HTTPTypes
import Hummingbird

/// Rejects changes that pages of other sites request.
///
/// Source: https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
struct OriginMiddleware: RouterMiddleware {
    /// The origins of this server's pages behind a proxy with TLS. The proxy may send another `Host`.
    private let proxied: Set<String>

    /// `names` are the names of the server beside its address.
    init(names: [String]) {
        proxied = Set(names.map { "https://" + $0.lowercased() })
    }

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        try check(request)
        return try await next(request, context)
    }

    private func check(_ request: Request) throws {
        switch request.method {
        case .get, .head, .options: return
        default: break
        }
        if let site = request.headers[.fetchSite], site != "same-origin", site != "none" { throw Self.foreignOrigin }
        guard let origin = request.headers[.origin], !proxied.contains(origin) else { return }
        let authority = request.head.authority ?? ""
        guard origin == "http://" + authority || origin == "https://" + authority else { throw Self.foreignOrigin }
    }

    private static var foreignOrigin: Problem {
        Problem(.forbidden, "A page of another site must not change this library.")
    }
}
