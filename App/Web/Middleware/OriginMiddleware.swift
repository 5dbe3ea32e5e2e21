import HTTPTypes
import Hummingbird

/// Rejects changes that pages of other sites request.
///
/// Source: https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
struct OriginMiddleware: RouterMiddleware {
    /// The names of the server beside its address.
    let names: [HostName]
    let proxies: TrustedProxies

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let site = proxies.site(of: request, from: context.channel.remoteAddress)
        guard isAllowed(request, for: site) else {
            throw Problem(.forbidden, "A page of another site must not change this library.")
        }
        return try await next(request, context)
    }

    private func isAllowed(_ request: Request, for site: RequestSite?) -> Bool {
        switch request.method {
        case .get, .head, .options: return true
        default: break
        }
        let fetchSite = request.headers[.fetchSite]
        if let fetchSite, fetchSite != "same-origin", fetchSite != "none" { return false }
        guard let text = request.headers[.origin] else { return true }
        guard let origin = RequestSite(origin: text) else { return false }
        // A page behind a proxy with TLS, which may send another `Host`, or `Host` without its port.
        if origin.scheme == "https" {
            let isSameOrigin = fetchSite == "same-origin"
            let isOwn = names.contains {
                isSameOrigin ? $0.isHost(ofPageAtAnyPort: origin) : $0.isHost(ofPage: origin)
            }
            if isOwn { return true }
        }
        guard let site, site.host == origin.host, site.scheme == nil || site.scheme == origin.scheme else {
            return false
        }
        return site.port(of: origin.scheme) == origin.port(of: origin.scheme)
    }
}
