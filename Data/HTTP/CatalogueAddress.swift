import FermataDomain
import Foundation

/// The address of a catalogue document: `http` or `https`, without a user name or password.
struct CatalogueAddress: Sendable {
    let url: URL

    /// The complete address, for requests.
    var text: String { url.absoluteString }

    /// The address as shown to people: without its query, which may contain a secret.
    var shown: String { String(text.prefix { $0 != "?" && $0 != "#" }) }

    init(_ text: String) throws(InvalidAddress) {
        guard let url = URL(string: text, encodingInvalidCharacters: false), let scheme = url.scheme?.lowercased()
        else { throw .notAURL }
        guard ["http", "https"].contains(scheme) else { throw .unsupportedScheme(scheme) }
        guard let host = url.host(), !host.isEmpty else { throw .noHost }
        if let port = url.port, !(1...65_535).contains(port) { throw .invalidPort(port) }
        guard url.user() == nil, url.password() == nil else { throw .containsCredentials }
        self.url = url
    }

    /// The address of a song's audio or picture. Throws `SourceFailure` for one that is invalid.
    init(_ text: String, of music: Music) throws(SourceFailure) {
        do { try self.init(text) } catch { throw SourceFailure(.invalidAddress(error), address: music.title) }
    }

    /// Resolves the target of a redirect, and removes a user name and password that the redirect may have added.
    ///
    /// Returns nil if the target is no address of a catalogue.
    init?(redirect location: String, from address: String) {
        guard let target = URL(string: location, relativeTo: URL(string: address))?.absoluteURL else { return nil }
        do { try self.init(Self.withoutUser(target).absoluteString) } catch { return nil }
    }

    /// The host and port of an address, in lower case; empty if the address has no host.
    static func authority(of address: String) -> String {
        guard let url = URL(string: address), let host = url.host(), !host.isEmpty else { return "" }
        let defaultPort = url.scheme?.lowercased() == "https" ? 443 : 80
        return "\(host.lowercased()):\(url.port ?? defaultPort)"
    }

    /// Returns an address without the user name and password that a redirect may have added.
    static func withoutUser(_ url: URL) -> URL {
        guard url.user() != nil || url.password() != nil,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return url }
        parts.user = nil
        parts.password = nil
        return parts.url ?? url
    }
}

/// An IP address, version 4 or 6.
struct IPAddress: Equatable, Sendable {
    /// 4 or 16 bytes in network order.
    let bytes: [UInt8]

    /// Parses the usual notation, without a zone (`fe80::1%eth0`).
    init?(_ text: String) {
        let text = text.prefix { $0 != "%" }
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, String(text), &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, String(text), &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    private init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// Whether the address belongs to the public internet: it is neither private, local nor reserved.
    ///
    /// Source: the IANA registries of special-purpose addresses for IPv4 and IPv6 (RFC 6890).
    var isPublic: Bool {
        if let embedded { return embedded.isPublic }
        return !(bytes.count == 4 ? Self.special4 : Self.special6).contains { $0.contains(bytes) }
    }

    /// Whether the address leads to this computer (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
    var isLoopback: Bool {
        Network("127.0.0.0", 8).contains(bytes) || Network("::1", 128).contains(bytes)
            || Network("::ffff:127.0.0.0", 104).contains(bytes)
    }

    /// The IPv4 address inside an IPv6 address: mapped, translated (NAT64) or tunnelled (6to4).
    private var embedded: IPAddress? {
        guard bytes.count == 16 else { return nil }
        if Network("::ffff:0:0", 96).contains(bytes) || Network("64:ff9b::", 96).contains(bytes)
            || Network("::", 96).contains(bytes)
        {
            return IPAddress(bytes: bytes.suffix(4))
        }
        return Network("2002::", 16).contains(bytes) ? IPAddress(bytes: bytes[2..<6]) : nil
    }

    private static let special4 = [
        Network("0.0.0.0", 8), Network("10.0.0.0", 8), Network("100.64.0.0", 10), Network("127.0.0.0", 8),
        Network("169.254.0.0", 16), Network("172.16.0.0", 12), Network("192.0.0.0", 24), Network("192.0.2.0", 24),
        Network("192.88.99.0", 24), Network("192.168.0.0", 16), Network("198.18.0.0", 15),
        Network("198.51.100.0", 24), Network("203.0.113.0", 24), Network("224.0.0.0", 3),
    ]

    /// Everything outside 2000::/3, and the special ranges inside it.
    private static let special6 = [
        Network("::", 3), Network("4000::", 2), Network("8000::", 1), Network("2001::", 23),
        Network("2001:db8::", 32), Network("3fff::", 20),
    ]
}

/// The addresses that share a prefix of bits.
private struct Network {
    private let start: [UInt8]
    private let length: Int

    init(_ start: String, _ length: Int) {
        self.start = IPAddress(start)?.bytes ?? []
        self.length = length
    }

    func contains(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == start.count else { return false }
        return (0..<length).allSatisfy { bit in
            (bytes[bit / 8] ^ start[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
        }
    }
}
