import AsyncHTTPClient
import FermataDomain
import Foundation

/// Allows requests and redirects to the public internet and to trusted servers only.
///
/// The client connects to exactly one of the IP addresses that were checked, so that a second DNS lookup cannot change
/// it (DNS rebinding).
actor RequestFirewall {
    private let trusted: Set<String>
    private let connectTimeout: Duration
    private let resolve: @Sendable (String) async throws -> [String]
    private let client: HTTPClient
    private let pinned: @Sendable (_ host: String, _ address: String) -> HTTPClient
    private let allowsPrivate: @Sendable () async throws -> Bool
    private var clients: [String: HTTPClient] = [:]

    /// Creates a firewall. Requests to `authorities` (hosts with ports) use `client`.
    ///
    /// `pinned` returns a client that connects to a host at a given IP address. `allowsPrivate` returns whether hosts in
    /// private networks are allowed; it is called for the first such host.
    init(
        trusting authorities: Set<String>, client: HTTPClient, connectTimeout: Duration,
        resolve: @escaping @Sendable (String) async throws -> [String],
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient,
        allowsPrivate: @escaping @Sendable () async throws -> Bool = { false }
    ) {
        trusted = authorities
        self.connectTimeout = connectTimeout
        self.client = client
        self.resolve = resolve
        self.pinned = pinned
        self.allowsPrivate = allowsPrivate
    }

    /// The host of an address, without the brackets of an IPv6 address; empty if it has none.
    static func host(of address: String) -> String {
        (URL(string: address)?.host ?? "").trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    }

    /// Whether an IP address belongs to the public internet.
    static func isPublic(_ address: String) -> Bool { IPAddress(address)?.isPublic ?? false }

    /// Returns the client for requests to an address.
    ///
    /// Throws `SourceFailure` with the cause `.hostNotFound` or `.privateNetwork`.
    func client(for address: String) async throws -> HTTPClient {
        let authority = CatalogueAddress.authority(of: address)
        if trusted.contains(authority) { return client }
        if let client = clients[authority] { return client }
        let addresses = try await resolve(Self.host(of: address))
        let shown = String(address.prefix { $0 != "?" && $0 != "#" })
        guard let first = addresses.first else {
            throw SourceFailure(.hostNotFound, address: shown)
        }
        if !addresses.allSatisfy(Self.isPublic), try await !allowsPrivate() {
            throw SourceFailure(.privateNetwork, address: shown)
        }
        let reachable = addresses.count > 1 ? try await reachable(addresses, for: address) : first
        // If none is reachable, the request reports why.
        let client = pinned(URL(string: address)?.host ?? "", reachable ?? first)
        clients[authority] = client
        return client
    }

    private func reachable(_ addresses: [String], for address: String) async throws -> String? {
        let url = URL(string: address)
        let port = url?.port ?? (url?.scheme?.lowercased() == "https" ? 443 : 80)
        return try await ConnectionRace(addresses, port: port).winner(within: connectTimeout)
    }

    /// Shuts down the clients that the firewall created.
    func close() async throws {
        for client in clients.values { try await client.shutdown() }
        clients = [:]
    }
}
