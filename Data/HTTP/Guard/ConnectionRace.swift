import NIOCore
import NIOPosix

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
