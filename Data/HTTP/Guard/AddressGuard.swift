package import AsyncHTTPClient
package import FermataDomain
import Foundation

/// Prevents addresses in a catalogue (pictures, audio) from leading into private networks.
///
/// Addresses on a source's own server (same host and port) are allowed, even in a private network.
package struct AddressGuard: Sendable {
    private let sources: any SourceRepository
    private let connectTimeout: Duration
    private let resolve: @Sendable (String) async throws -> [String]
    private let pinned: @Sendable (_ host: String, _ address: String) -> HTTPClient

    /// `resolve` returns the IP addresses of a host; `pinned` returns a client that connects to a host at one of them.
    ///
    /// The guard shuts these clients down. An address of a host with several must accept the connection within
    /// `connectTimeout`.
    package init(
        sources: any SourceRepository, connectTimeout: Duration = HTTPTimeouts().connect,
        resolve: @escaping @Sendable (String) async throws -> [String] = HostResolver.addresses,
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient = {
            HTTPClient.fermata(addresses: [$0: $1])
        }
    ) {
        self.sources = sources
        self.connectTimeout = connectTimeout
        self.resolve = resolve
        self.pinned = pinned
    }

    /// Runs requests for addresses that a song's sources provide.
    func run<Value: Sendable>(
        for music: Music, client: HTTPClient, _ body: @Sendable (RequestFirewall) async throws -> Value
    ) async throws -> Value {
        let providers = try await sources.sources().filter { music.sources.contains($0.name) }
        let authorities = Set(providers.map { CatalogueAddress.authority(of: $0.address) }).subtracting([""])
        let firewall = RequestFirewall(
            trusting: authorities, client: client, connectTimeout: connectTimeout, resolve: resolve, pinned: pinned)
        return try await firewall.run(body)
    }
}

/// Prevents a public catalogue's redirects from leading into private networks.
///
/// A catalogue that is in a private network itself may redirect to any address.
package struct RedirectGuard: Sendable {
    private let connectTimeout: Duration
    private let resolve: @Sendable (String) async throws -> [String]
    private let pinned: @Sendable (_ host: String, _ address: String) -> HTTPClient

    /// Creates a guard with the parameters of an `AddressGuard`.
    package init(
        connectTimeout: Duration = HTTPTimeouts().connect,
        resolve: @escaping @Sendable (String) async throws -> [String] = HostResolver.addresses,
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient = {
            HTTPClient.fermata(addresses: [$0: $1])
        }
    ) {
        self.connectTimeout = connectTimeout
        self.resolve = resolve
        self.pinned = pinned
    }

    /// Runs requests for a catalogue and its redirects.
    func run<Value: Sendable>(
        for catalogue: CatalogueAddress, client: HTTPClient, _ body: (RequestFirewall) async throws -> Value
    ) async throws -> Value {
        let firewall = RequestFirewall(
            trusting: [CatalogueAddress.authority(of: catalogue.text)], client: client,
            connectTimeout: connectTimeout, resolve: resolve, pinned: pinned
        ) { [resolve] in
            try await !resolve(RequestFirewall.host(of: catalogue.text)).allSatisfy(RequestFirewall.isPublic)
        }
        return try await firewall.run(body)
    }
}
