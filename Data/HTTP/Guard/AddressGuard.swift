package import AsyncHTTPClient
package import FermataDomain
import Foundation

/// Keeps what a catalogue names – pictures, audio – from leading into private networks.
///
/// Where a source is itself in one, what it names may be on the same server: that host, and that port.
package struct AddressGuard: Sendable {
    private let sources: any SourceRepository
    private let resolve: @Sendable (String) async throws -> [String]
    private let pinned: @Sendable (_ host: String, _ address: String) -> HTTPClient

    /// `pinned` makes a client that takes a host to be at an address; the guard shuts it down.
    package init(
        sources: any SourceRepository,
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient = {
            HTTPClient.fermata(addresses: [$0: $1])
        }
    ) {
        self.init(sources: sources, resolve: HostResolver.addresses, pinned: pinned)
    }

    /// `resolve` answers the addresses of a host.
    package init(
        sources: any SourceRepository, resolve: @escaping @Sendable (String) async throws -> [String],
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient
    ) {
        self.sources = sources
        self.resolve = resolve
        self.pinned = pinned
    }

    /// Runs requests for what the sources of some music name.
    func run<Value: Sendable>(
        for music: Music, client: HTTPClient, _ body: @Sendable (RequestFirewall) async throws -> Value
    ) async throws -> Value {
        let own = try await sources.sources().filter { music.sources.contains($0.name) }
        let servers = Set(own.map { CatalogueAddress.authority(of: $0.address) }).subtracting([""])
        let gate = RequestFirewall(trusting: servers, client: client, resolve: resolve, pinned: pinned)
        do {
            let value = try await body(gate)
            try await gate.close()
            return value
        } catch {
            try await gate.close()
            throw error
        }
    }
}
