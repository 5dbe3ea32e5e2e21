import Foundation

/// Asks the system for the addresses of a host.
enum HostResolver {
    /// The addresses of a name or of an address itself; none where there is none.
    static func addresses(of host: String) async throws -> [String] {
        try await BlockingIO.run { lookUp(host) }
    }

    /// Source: getaddrinfo(3), getnameinfo(3).
    private static func lookUp(_ host: String) -> [String] {
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, nil, &found) == 0 else { return [] }
        defer { freeaddrinfo(found) }
        var addresses: [String] = []
        for info in sequence(first: found, next: { $0?.pointee.ai_next }).compactMap({ $0?.pointee }) {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let code = getnameinfo(
                info.ai_addr, info.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if code == 0, !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }
}
