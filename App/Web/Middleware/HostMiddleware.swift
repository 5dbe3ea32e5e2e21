import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Rejects requests that do not name this server, which prevents DNS rebinding.
///
/// Source: C. Jackson et al., "Protecting Browsers from DNS Rebinding Attacks", 2007.
struct HostMiddleware: RouterMiddleware {
    /// The names of the server beside its address.
    let names: [HostName]
    let proxies: TrustedProxies

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        try check(request, context.channel)
        return try await next(request, context)
    }

    private func check(_ request: Request, _ channel: any Channel) throws {
        guard !request.headers.contains(.host), let authority = request.head.authority else {
            throw Problem(.badRequest, "A request must name its host exactly once.")
        }
        if let site = proxies.site(of: request, from: channel.remoteAddress) {
            if site.isForwarded || site.port(of: "http") == channel.localAddress?.port ?? 0,
                Self.isLoopback(site.host) || Self.urlHost(of: channel.localAddress) == site.host
            {
                return
            }
            if names.contains(where: { $0.accepts(site) }) { return }
            if site.isForwarded { throw Self.misdirected(site.host) }
        }
        throw Self.misdirected(authority)
    }

    private static func misdirected(_ name: String) -> Problem {
        Problem(.misdirectedRequest, "This server is not known as “\(name)”. Add the name to serve.hosts if it is.")
    }

    private static func isLoopback(_ host: String) -> Bool { ["127.0.0.1", "localhost", "[::1]"].contains(host) }

    /// An address as URLs write it.
    private static func urlHost(of address: SocketAddress?) -> String? {
        guard let address = address?.ipAddress else { return nil }
        // An IPv6 socket reports the addresses of IPv4 clients in this form.
        if address.hasPrefix("::ffff:"), address.contains(".") { return String(address.dropFirst(7)) }
        return address.contains(":") ? "[\(address)]" : address
    }
}

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

extension TrustedProxies {
    /// The site that a request is for; nil if the request does not name one host. `client` sent the request.
    func site(of request: Request, from client: SocketAddress?) -> RequestSite? {
        guard !request.headers.contains(.host), let authority = request.head.authority,
            var site = RequestSite(authority: authority[...])
        else { return nil }
        guard contains(client) else { return site }
        func first(_ name: HTTPField.Name) -> String? {
            request.headers[name]?.prefix { $0 != "," }.trimmingCharacters(in: .whitespaces)
        }
        if let forwarded = first(.forwardedHost).flatMap({ RequestSite(authority: $0[...]) }) {
            (site.host, site.port, site.isForwarded) = (forwarded.host, forwarded.port, true)
        }
        if let port = first(.forwardedPort).flatMap({ Int(digits: $0) }), (1...65_535).contains(port) {
            site.port = site.port ?? port
        }
        if let scheme = first(.forwardedScheme)?.lowercased(), ["http", "https"].contains(scheme) {
            site.scheme = scheme
        }
        return site
    }
}
