import Foundation

/// Resolves hosts by the system's resolver.
enum HostResolver {
    /// Returns the IP addresses of a host name or of an address itself; empty if there are none.
    static func addresses(of host: String) async throws -> [String] {
        try await BlockingIO.run { lookUp(host) }
    }

    /// Source: getaddrinfo(3), getnameinfo(3).
    private static func lookUp(_ host: String) -> [String] {
        var head: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, nil, &head) == 0 else { return [] }
        defer { freeaddrinfo(head) }
        var addresses: [String] = []
        for info in sequence(first: head, next: { $0?.pointee.ai_next }).compactMap({ $0?.pointee }) {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let code = getnameinfo(
                info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if code == 0, !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }
}
