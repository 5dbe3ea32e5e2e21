import HTTPTypes
import Hummingbird
import NIOCore

/// Whether a request names this server: a page elsewhere whose name leads here by a trick does not.
///
/// Source: C. Jackson et al., "Protecting Browsers from DNS Rebinding Attacks", 2007.
struct HostCheck {
    private let names: Set<String>

    /// `names` are those that the server is called by, beside its address.
    init(names: [String]) {
        self.names = Set(names.map { $0.lowercased() })
    }

    /// Throws `Problem` for a request that is meant for another server.
    func check(_ request: Request, to local: SocketAddress?) throws {
        guard !request.headers.contains(.host), let authority = request.head.authority else {
            throw Problem(.badRequest, "A request names its host once.")
        }
        let (host, port) = Self.parts(of: authority)
        if port == local?.port ?? 0, Self.isLoopback(host) || Self.written(local).map({ host == $0 }) == true { return }
        if !names.isEmpty, names.contains(host.lowercased()) { return }
        throw Problem(.misdirectedRequest, "This server is not called “\(authority)”; set serve.hosts if it is.")
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        switch host {
        case "127.0.0.1", "localhost", "[::1]": true
        default: host.utf8.count == 9 && host.lowercased() == "localhost"
        }
    }

    /// The address as a URL writes it.
    private static func written(_ local: SocketAddress?) -> String? {
        guard let address = local?.ipAddress else { return nil }
        // A socket of the sixth version writes callers of the fourth so.
        if address.hasPrefix("::ffff:"), address.contains(".") { return String(address.dropFirst(7)) }
        return address.contains(":") ? "[\(address)]" : address
    }

    private static func parts(of authority: String) -> (host: Substring, port: Int) {
        guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
            !authority[colon...].utf8.contains(UInt8(ascii: "]"))
        else { return (authority[...], 80) }
        let digits = authority[authority.utf8.index(after: colon)...]
        return (authority[..<colon], Int(plain: digits) ?? 0)
    }
}
