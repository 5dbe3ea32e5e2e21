package import AsyncHTTPClient
import Foundation

/// Prevents a public catalogue's redirects from leading into private networks.
///
/// A catalogue that is in a private network itself may redirect to any address.
package struct RedirectGuard: Sendable {
    private let connectTimeout: Duration
    private let resolve: @Sendable (String) async throws -> [String]
    private let pinned: @Sendable (_ host: String, _ address: String) -> HTTPClient

    /// Creates a guard that resolves hosts by the system's resolver.
    ///
    /// `pinned` returns a client that connects to a host at a given IP address. The guard shuts these clients down.
    /// An address of a host with several must accept the connection within `connectTimeout`.
    package init(
        connectTimeout: Duration = HTTPTimeouts().connect,
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient = {
            HTTPClient.fermata(addresses: [$0: $1])
        }
    ) {
        self.init(connectTimeout: connectTimeout, resolve: HostResolver.addresses, pinned: pinned)
    }

    /// Creates a guard with a custom resolver: `resolve` returns the IP addresses of a host.
    package init(
        connectTimeout: Duration = HTTPTimeouts().connect,
        resolve: @escaping @Sendable (String) async throws -> [String],
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient
    ) {
        self.connectTimeout = connectTimeout
        self.resolve = resolve
        self.pinned = pinned
    }

    /// Runs requests for a catalogue and its redirects.
    func run<Value: Sendable>(
        for catalogue: CatalogueAddress, client: HTTPClient,
        _ body: (RequestFirewall) async throws -> Value
    ) async throws -> Value {
        let firewall = RequestFirewall(
            trusting: [CatalogueAddress.authority(of: catalogue.text)], client: client,
            connectTimeout: connectTimeout, resolve: resolve, pinned: pinned
        ) { [resolve] in
            try await !resolve(RequestFirewall.host(of: catalogue.text)).allSatisfy(RequestFirewall.isPublic)
        }
        let result: Result<Value, any Error>
        do { result = .success(try await body(firewall)) } catch { result = .failure(error) }
        try await firewall.close()
        return try result.get()
    }
}
