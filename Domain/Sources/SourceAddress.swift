import Foundation

/// The address of a source for comparison: two spellings of one address are equal.
struct SourceAddress: Equatable {
    private let text: String

    /// The scheme and host ignore case; a default port, an empty path and a fragment make no difference (RFC 3986, 6.2).
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

extension Sequence<Source> {
    /// Throws `SourceError.addressInUse` if one of these sources is of the same kind and has the same address.
    func check(addressOf source: Source) throws {
        let address = SourceAddress(source.address)
        if let other = first(where: { $0.kind == source.kind && SourceAddress($0.address) == address }) {
            throw SourceError.addressInUse(source: other.name)
        }
    }
}
