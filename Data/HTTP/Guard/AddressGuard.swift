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

    /// Creates a guard that resolves hosts by the system's resolver.
    ///
    /// `pinned` returns a client that connects to a host at a given IP address. The guard shuts these clients down.
    /// An address of a host with several must accept the connection within `connectTimeout`.
    package init(
        sources: any SourceRepository, connectTimeout: Duration = HTTPTimeouts().connect,
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient = {
            HTTPClient.fermata(addresses: [$0: $1])
        }
    ) {
        self.init(
            sources: sources, connectTimeout: connectTimeout, resolve: HostResolver.addresses, pinned: pinned)
    }

    /// Creates a guard with a custom resolver: `resolve` returns the IP addresses of a host.
    package init(
        sources: any SourceRepository, connectTimeout: Duration = HTTPTimeouts().connect,
        resolve: @escaping @Sendable (String) async throws -> [String],
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient
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
        do {
            let value = try await body(firewall)
            try await firewall.close()
            return value
        } catch {
            try await firewall.close()
            throw error
        }
    }
}
