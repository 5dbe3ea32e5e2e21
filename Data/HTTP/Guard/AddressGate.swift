import AsyncHTTPClient
import FermataDomain
import Foundation

/// Lets a request go to the public internet, or to the hosts it may trust; each of its redirects too.
///
/// A host is connected to at the very address that was looked at, so that a name cannot change its meaning in between.
actor AddressGate {
    private let trusted: Set<String>
    private let resolve: @Sendable (String) async throws -> [String]
    private let client: HTTPClient
    private let pinned: @Sendable (_ host: String, _ address: String) -> HTTPClient
    private var clients: [String: HTTPClient] = [:]

    /// `client` asks trusted hosts; `pinned` makes one that takes a host to be at an address.
    init(
        trusting hosts: Set<String>, client: HTTPClient, resolve: @escaping @Sendable (String) async throws -> [String],
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient
    ) {
        trusted = hosts
        self.client = client
        self.resolve = resolve
        self.pinned = pinned
    }

    /// The client to ask for an address with. Throws `SourceFailure.refused` where it may not be asked for.
    func client(for address: String) async throws -> HTTPClient {
        let host = CatalogueAddress.host(of: address)
        if trusted.contains(host) { return client }
        if let client = clients[host] { return client }
        let addresses = try await resolve(host)
        let shown = String(address.prefix { $0 != "?" && $0 != "#" })
        guard let first = addresses.first else {
            throw SourceFailure(.unreachable, address: shown, reason: "could not be found: there is no such host")
        }
        guard addresses.allSatisfy({ IPAddress($0)?.isPublic ?? false }) else {
            throw SourceFailure(.refused, address: shown, reason: "is in a private network, where its source is not")
        }
        let made = pinned(host, first)
        clients[host] = made
        return made
    }

    /// Ends the clients that it made.
    func close() async throws {
        for client in clients.values { try await client.shutdown() }
        clients = [:]
    }
}
