import HTTPTypes
import Hummingbird
import NIOCore

/// Rejects requests that do not name this server, which prevents DNS rebinding.
///
/// Source: C. Jackson et al., "Protecting Browsers from DNS Rebinding Attacks", 2007.
struct HostMiddleware: RouterMiddleware {
    private let names: Set<String>

    /// `names` are the names of the server beside its address.
    init(names: [String]) {
        self.names = Set(names.map { $0.lowercased() })
    }

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        try check(request, at: context.channel.localAddress)
        return try await next(request, context)
    }

    private func check(_ request: Request, at address: SocketAddress?) throws {
        guard !request.headers.contains(.host), let authority = request.head.authority else {
            throw Problem(.badRequest, "A request must name its host exactly once.")
        }
        let (host, port) = Self.parts(of: authority)
        if port == address?.port ?? 0, Self.isLoopback(host) || Self.urlHost(of: address).map({ host == $0 }) == true {
            return
        }
        if !names.isEmpty, names.contains(host.lowercased()) { return }
        throw Problem(
            .misdirectedRequest, "This server is not known as “\(authority)”. Add the name to serve.hosts if it is.")
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        switch host {
        case "127.0.0.1", "localhost", "[::1]": true
        default: host.utf8.count == 9 && host.lowercased() == "localhost"
        }
    }

    /// An address as URLs write it.
    private static func urlHost(of address: SocketAddress?) -> String? {
        guard let address = address?.ipAddress else { return nil }
        // An IPv6 socket reports the addresses of IPv4 clients in this form.
        if address.hasPrefix("::ffff:"), address.contains(".") { return String(address.dropFirst(7)) }
        return address.contains(":") ? "[\(address)]" : address
    }

    private static func parts(of authority: String) -> (host: Substring, port: Int) {
        guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
            !authority[colon...].utf8.contains(UInt8(ascii: "]"))
        else { return (authority[...], 80) }
        let digits = authority[authority.utf8.index(after: colon)...]
        return (authority[..<colon], Int(digits: digits) ?? 0)
    }
}
