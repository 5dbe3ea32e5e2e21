package import AsyncHTTPClient
package import FermataDomain
import Foundation
import NIOCore
import NIOPosix

/// Prevents addresses in a catalogue (pictures, audio) from leading into private networks.
///
/// Addresses on a source's own server (same host and port) are allowed, even in a private network.
package struct AddressGuard: Sendable {
    private let sources: any SourceRepository
    private let network: NetworkGuard

    package init(sources: any SourceRepository, network: NetworkGuard = NetworkGuard()) {
        (self.sources, self.network) = (sources, network)
    }

    /// Runs requests for addresses that a song's sources provide.
    func run<Value: Sendable>(
        for music: Music, client: HTTPClient, _ body: @Sendable (RequestFirewall) async throws -> Value
    ) async throws -> Value {
        let providers = try await sources.sources().filter { music.sources.contains($0.name) }
        let authorities = Set(providers.map { CatalogueAddress.authority(of: $0.address) }).subtracting([""])
        return try await RequestFirewall(trusting: authorities, client: client, network: network).run(body)
    }
}

/// Resolves the names of hosts, and makes clients that connect to the resolved addresses only.
package struct NetworkGuard: Sendable {
    fileprivate let connectTimeout: Duration
    fileprivate let resolve: @Sendable (String) async throws -> [String]
    fileprivate let pinned: @Sendable (_ host: String, _ address: String) -> HTTPClient

    /// `resolve` returns the IP addresses of a host; `pinned` returns a client that connects to a host at one of them.
    ///
    /// The guard shuts these clients down. An address of a host with several must accept the connection within
    /// `connectTimeout`.
    package init(
        connectTimeout: Duration = HTTPTimeouts().connect,
        resolve: @escaping @Sendable (String) async throws -> [String] = HostResolver.addresses,
        pinned: @escaping @Sendable (_ host: String, _ address: String) -> HTTPClient = {
            HTTPClient.fermata(addresses: [$0: $1])
        }
    ) {
        (self.connectTimeout, self.resolve, self.pinned) = (connectTimeout, resolve, pinned)
    }

    /// Runs requests for a catalogue, and prevents a public catalogue's redirects from leading into private networks.
    ///
    /// A catalogue that is in a private network itself may redirect to any address.
    func run<Value: Sendable>(
        for catalogue: CatalogueAddress, client: HTTPClient, _ body: (RequestFirewall) async throws -> Value
    ) async throws -> Value {
        let authority = CatalogueAddress.authority(of: catalogue.text)
        let firewall = RequestFirewall(trusting: [authority], client: client, network: self) {
            try await !resolve(RequestFirewall.host(of: catalogue.text)).allSatisfy(RequestFirewall.isPublic)
        }
        return try await firewall.run(body)
    }
}

/// Allows requests and redirects to the public internet and to trusted servers only.
///
/// The client connects to exactly one of the IP addresses that were checked, so that a second DNS lookup cannot change
/// it (DNS rebinding).
actor RequestFirewall {
    private let trusted: Set<String>
    private let client: HTTPClient
    private let network: NetworkGuard
    private let allowsPrivate: @Sendable () async throws -> Bool
    private var clients: [String: HTTPClient] = [:]

    /// Creates a firewall. Requests to `authorities` (hosts with ports) use `client`.
    ///
    /// `allowsPrivate` returns whether hosts in private networks are allowed; it is called for the first such host.
    init(
        trusting authorities: Set<String>, client: HTTPClient, network: NetworkGuard,
        allowsPrivate: @escaping @Sendable () async throws -> Bool = { false }
    ) {
        (trusted, self.client, self.network, self.allowsPrivate) = (authorities, client, network, allowsPrivate)
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
        let addresses = try await network.resolve(Self.host(of: address))
        let shown = String(address.prefix { $0 != "?" && $0 != "#" })
        guard let first = addresses.first else {
            throw SourceFailure(.hostNotFound, address: shown)
        }
        if !addresses.allSatisfy(Self.isPublic), try await !allowsPrivate() {
            throw SourceFailure(.privateNetwork, address: shown)
        }
        let reachable = addresses.count > 1 ? try await reachable(addresses, for: address) : first
        // If none is reachable, the request reports why.
        let client = network.pinned(URL(string: address)?.host ?? "", reachable ?? first)
        clients[authority] = client
        return client
    }

    private func reachable(_ addresses: [String], for address: String) async throws -> String? {
        let url = URL(string: address)
        let port = url?.port ?? (url?.scheme?.lowercased() == "https" ? 443 : 80)
        return try await ConnectionRace(addresses, port: port).winner(within: network.connectTimeout)
    }

    /// Runs requests, and then shuts down the clients that the firewall created.
    nonisolated func run<Value: Sendable>(
        _ body: (RequestFirewall) async throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body(self)) } catch { result = .failure(error) }
        for client in await clients.values { try await client.shutdown() }
        return try result.get()
    }
}

/// Resolves hosts by the system's resolver.
package enum HostResolver {
    /// Returns the IP addresses of a host name or of an address itself; empty if there are none.
    package static func addresses(of host: String) async throws -> [String] {
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

/// Finds out which of a host's IP addresses accepts connections.
struct ConnectionRace: Sendable {
    private let addresses: [SocketAddress]
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    /// Creates a race between addresses, of which those that are no IP address are left out.
    init(_ addresses: [String], port: Int) {
        self.addresses = addresses.compactMap { try? SocketAddress(ipAddress: $0, port: port) }
    }

    /// Returns the address that first accepted a connection; nil if none did within a time.
    ///
    /// The connections start one after the other, before the earlier ones have failed (RFC 8305, 5). All are closed.
    func winner(within limit: Duration) async throws -> String? {
        let promise = loop.makePromise(of: String?.self)
        let resolver = CheckedAddresses(loop: loop, addresses: addresses)
        ClientBootstrap(group: loop).resolver(resolver).connectTimeout(TimeAmount(limit))
            .connect(host: "checked", port: addresses.first?.port ?? 0)
            .whenComplete { result in
                guard case .success(let channel) = result else { return promise.succeed(nil) }
                promise.succeed(channel.remoteAddress?.ipAddress)
                channel.close(promise: nil)
            }
        return try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            promise.fail(CancellationError())
        }
    }
}

/// Returns the same addresses for every host.
private struct CheckedAddresses: Resolver {
    let loop: any EventLoop
    let addresses: [SocketAddress]

    func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> { found(.inet) }
    func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> { found(.inet6) }
    func cancelQueries() {}

    private func found(_ family: NIOBSDSocket.ProtocolFamily) -> EventLoopFuture<[SocketAddress]> {
        loop.makeSucceededFuture(addresses.filter { $0.protocol == family })
    }
}
