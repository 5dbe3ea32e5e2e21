import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A connection over which a test sends arbitrary bytes.
struct RawConnection: Sendable {
    private let channel: any Channel
    private let received: Received

    init(port: Int, host: String = "127.0.0.1") async throws {
        let received = Received()
        self.received = received
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Receiver(received))
                }
            }
            .connect(host: host, port: port).get()
    }

    /// Runs the body with a connection, and closes it afterwards.
    static func with<Value>(port: Int, _ body: (RawConnection) async throws -> Value) async throws -> Value {
        let connection = try await RawConnection(port: port)
        do {
            let value = try await body(connection)
            await connection.close()
            return value
        } catch {
            await connection.close()
            throw error
        }
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    /// Stops reading, like a slow client.
    func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

    /// Reads the next bytes of a connection that has stopped reading.
    func readOnce() { channel.read() }

    /// Reads everything again.
    func startReading() async throws { try await channel.setOption(.autoRead, value: true).get() }

    /// The bytes received so far.
    var bytes: Data { received.state.withLock { $0.bytes } }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isClosed: Bool { received.state.withLock { $0.isClosed } }

    /// Waits for a response and removes it from the received bytes.
    func response(toHead: Bool = false) async throws -> WebResponse {
        try await value { state in
            guard
                let (response, length) = try WebResponse.first(
                    in: state.bytes, toHead: toHead, isEnded: state.isClosed)
            else { return nil }
            state.bytes = Data(state.bytes.dropFirst(length))
            return response
        }
    }

    /// Waits until the received bytes contain a text.
    func wait(for text: String) async throws {
        try await value { String(decoding: $0.bytes, as: UTF8.self).contains(text) ? () : nil }
    }

    /// Waits until the server has closed the connection.
    func waitForClose() async throws {
        try await value { $0.isClosed ? () : nil }
    }

    func close() async { try? await channel.close() }

    private func value<Value>(_ body: (inout Received.State) throws -> Value?) async throws -> Value {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let (value, isClosed) = try received.state.withLock { (try body(&$0), $0.isClosed) }
            if let value { return value }
            if isClosed { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw NoResponse(received: text, isClosed: isClosed)
    }

    struct NoResponse: Error {
        let received: String
        let isClosed: Bool
    }

    private final class Received: Sendable {
        struct State {
            var bytes = Data()
            var isClosed = false
        }

        let state = Mutex(State())
    }

    private final class Receiver: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let received: Received

        init(_ received: Received) { self.received = received }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data).readableBytesView
            received.state.withLock { $0.bytes.append(contentsOf: bytes) }
        }

        func channelInactive(context: ChannelHandlerContext) { received.state.withLock { $0.isClosed = true } }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
