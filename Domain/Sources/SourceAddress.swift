import Foundation

/// The address of a source for comparison: two spellings of one address are equal.
struct SourceAddress: Equatable {
    private let text: String

    /// The case of scheme and host, a default port, an empty path and a fragment make no difference (RFC 3986, 6.2).
    init(_ address: String) {
        guard var parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased() else {
            text = address
            return
        }
        parts.scheme = scheme
        parts.host = parts.host?.lowercased()
        parts.fragment = nil
        if parts.port == ["http": 80, "https": 443][scheme] { parts.port = nil }
        if parts.host != nil, parts.path.isEmpty { parts.path = "/" }
        text = parts.string ?? address
    }
}

extension SourceAddress {
    /// Whether another address is on the same server.
    ///
    /// That is the same scheme, host and port, or, for an HTTPS address, the same host over HTTP if the ports are equal
    /// or the default ones.
    func isServer(of other: String) -> Bool {
        guard let own = URLComponents(string: text), let other = URLComponents(string: other), own.host != nil,
            own.host == other.host?.lowercased()
        else { return false }
        let (port, otherPort) = (own.port ?? Self.port(of: own), other.port ?? Self.port(of: other))
        guard own.scheme != other.scheme?.lowercased() else { return port == otherPort }
        return own.scheme == "https" && (port == otherPort || (port, otherPort) == (443, 80))
    }

    private static func port(of address: URLComponents) -> Int? {
        ["http": 80, "https": 443][address.scheme?.lowercased() ?? ""]
    }
}

extension Sequence<Source> {
    /// Throws `SourceError.addressInUse` if one of these sources is of the same kind and has the same address.
    func check(addressOf source: Source) throws {
        let address = SourceAddress(source.address)
        if let other = first(where: { $0.kind == source.kind && SourceAddress($0.address) == address }) {
            throw SourceError.addressInUse(source: other.name)
        }
    }
}
