import Foundation
import NIOCore

/// The host, port and scheme by which a client reached the server.
struct RequestSite: Equatable {
    /// In lower case; an IPv6 address is in brackets.
    var host: String
    /// Nil if the request names none.
    var port: Int?
    /// `http` or `https`; nil if it is not known, because a proxy may have received the request.
    var scheme: String?
    /// Whether a trusted proxy named the host.
    var isForwarded = false

    /// Splits `music.example.org:8443`; nil for an empty host and for a port that is none.
    init?(authority: Substring) {
        var name = authority
        if let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
            !authority.utf8[colon...].contains(UInt8(ascii: "]"))
        {
            let digits = authority[authority.utf8.index(after: colon)...]
            guard let port = Int(digits: digits), (1...65_535).contains(port) else { return nil }
            self.port = port
            name = authority[..<colon]
        }
        host = name.lowercased()
        if host.isEmpty { return nil }
    }

    /// The origin of a page: `https://music.example.org:8443` (RFC 6454, 6.1).
    init?(origin: String) {
        for scheme in ["http", "https"] where origin.hasPrefix(scheme + "://") {
            self.init(authority: origin.dropFirst(scheme.count + 3))
            self.scheme = scheme
            return
        }
        return nil
    }

    /// The named port, or the one that a scheme has without a name.
    func port(of scheme: String?) -> Int { port ?? Self.usualPort(of: scheme) }

    static func usualPort(of scheme: String?) -> Int { scheme == "https" ? 443 : 80 }
}

/// A name of the server in `serve.hosts`: `music.example.org`, or with a port.
struct HostName: Sendable {
    private let host: String
    /// Nil if the server's pages may have any port.
    private let port: Int?

    /// Nil if the text is not a host, with or without a port.
    init?(_ text: String) {
        guard let site = RequestSite(authority: text[...]),
            !site.host.contains(":") || site.host.hasPrefix("[") && site.host.hasSuffix("]")
        else { return nil }
        (host, port) = (site.host, site.port)
    }

    /// Whether a request is for this name. Many proxies drop the port of a request's host.
    func accepts(_ site: RequestSite) -> Bool {
        host == site.host && (port == nil || site.port == nil || port == site.port)
    }

    /// Whether a page has this name; a name without a port stands for the port of the page's scheme.
    func isHost(ofPage origin: RequestSite) -> Bool {
        host == origin.host && (port ?? RequestSite.usualPort(of: origin.scheme)) == origin.port(of: origin.scheme)
    }

    /// Whether a page has this name, at any port if the name has none.
    func isHost(ofPageAtAnyPort origin: RequestSite) -> Bool {
        host == origin.host && (port == nil || isHost(ofPage: origin))
    }
}

/// The proxies whose `X-Forwarded-Host`, `-Port` and `-Proto` count; other clients can send these fields as well.
///
/// Source: https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Forwarded-Host
struct TrustedProxies: Sendable {
    let networks: [AddressRange]

    /// Whether a client is one of the proxies.
    func contains(_ client: SocketAddress?) -> Bool {
        client.map { client in networks.contains { $0.contains(client) } } ?? false
    }
}

/// An IP address, or the addresses that share its first bits: `10.0.0.0/8` (RFC 4632, 3.1).
struct AddressRange: Sendable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Nil for text that is not an address, and for more bits than the address has.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        // Text that is not an address throws.
        guard let bytes = try? SocketAddress(ipAddress: String(parts[0]), port: 0).bytes else { return nil }
        let size = bytes.count * 8
        guard let bits = parts.count == 1 ? size : Int(digits: parts[1]), (0...size).contains(bits) else { return nil }
        (self.bytes, self.bits) = (bytes, bits)
    }

    func contains(_ address: SocketAddress) -> Bool {
        guard let other = address.bytes, other.count == bytes.count else { return false }
        return zip(bytes, other).enumerated().allSatisfy { index, pair in
            let shared = min(max(bits - index * 8, 0), 8)
            return (pair.0 ^ pair.1) >> (8 - shared) == 0
        }
    }
}

extension SocketAddress {
    /// The bytes of an IP address; nil for a path. An IPv4 address in IPv6 form (RFC 4291, 2.5.5.2) has four.
    fileprivate var bytes: [UInt8]? {
        switch self {
        case .v4(let address): return withUnsafeBytes(of: address.address.sin_addr.s_addr, Array.init)
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr, Array.init)
            let prefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
            return bytes.starts(with: prefix) ? Array(bytes.dropFirst(12)) : bytes
        case .unixDomainSocket: return nil
        }
    }
}
