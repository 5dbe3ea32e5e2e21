import AsyncHTTPClient
import FermataDomain
import Foundation

/// Lets a request go to the public internet, or to the servers it may trust; each of its redirects too.
///
/// A host is connected to at the very address that was looked at, so that a name cannot change its meaning in between.
actor RequestFirewall {
    private let trusted: Set<String>
    private let resolve: @Sendable (String) async throws -> [String]
    private let client: HTTPClient
    private let pinned: @Sendable (_ host: String, _ address: String) -> HTTPClient
    private var clients: [String: HTTPClient] = [:]

    /// `authorities` are hosts with their ports, which `client` asks.
    ///
    /// `pinned` makes a client that takes a host, as an address writes it, to be at an address.
    init(
        trusting authorities: Set<String>, client: HTTPClient,
        resolve: @escaping @Sendable (String) async throws -> [String],
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient
    ) {
        trusted = authorities
        self.client = client
        self.resolve = resolve
        self.pinned = pinned
    }

    /// The client to ask for an address with. Throws `SourceFailure.refused` where it may not be asked for.
    func client(for address: String) async throws -> HTTPClient {
        if trusted.contains(CatalogueAddress.authority(of: address)) { return client }
        let host = URL(string: address)?.host ?? ""
        if let client = clients[host] { return client }
        let addresses = try await resolve(host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")))
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
