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

/// The rule for names of sources.
enum SourceName {
    private static let longest = 64

    /// Throws `SourceError` for a name that cannot be used.
    ///
    /// Commas separate names in lists, control characters could forge lines, and browsers resolve `.` and `..` in the
    /// paths of addresses.
    static func check(_ name: String) throws {
        guard name.unicodeScalars.allSatisfy(isAllowed), (1...longest).contains(name.count),
            name == name.trimmingCharacters(in: .whitespaces), ![".", ".."].contains(name)
        else {
            throw SourceError.invalidName(limit: longest)
        }
    }

    /// The name of a source that was added without one: the host of its address, or the last part of its path.
    static func suggestion(for address: String) -> String {
        if let host = URL(string: address)?.host() { return host }
        let last = address.split(separator: "/").last.map(String.init) ?? address
        let allowed = String(String.UnicodeScalarView(last.unicodeScalars.filter(isAllowed)))
        return String(allowed.prefix(longest)).trimmingCharacters(in: .whitespaces)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: scalar != ","
        }
    }
}
