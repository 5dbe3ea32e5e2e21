import FermataDomain
import Foundation
import NIOCore
import NIOPosix

/// The socket through which mpv is controlled: sends lines, and receives messages.
struct MPVConnection: Sendable {
    /// Longer than any message that is used.
    private static let lineLimit = 1 << 20
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Creates a connection that owns a connected socket.
    init(socket: Int32) async throws {
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .withConnectedSocket(socket) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ByteToMessageHandler(JSONLineDecoder(limit: Self.lineLimit)))
                    return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Returns a pair of connected sockets.
    static func socketPair() throws(PlayerError) -> (own: Int32, other: Int32) {
        var pair: [Int32] = [0, 0]
        #if os(Linux)
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw .notResponding }
        for socket in pair { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
        return (pair[0], pair[1])
    }

    /// Receives messages until mpv ends or the connection is closed. Lines that are no messages are skipped.
    func receive(_ handle: @Sendable (MPVMessage) async -> Void) async {
        let decoder = JSONDecoder()
        try? await channel.executeThenClose { inbound, _ in
            for try await line in inbound {
                let bytes = Data(line.readableBytesView)
                if let message = try? decoder.decode(MPVMessage.self, from: bytes) { await handle(message) }
            }
        }
    }

    func send(_ line: Data) {
        channel.channel.writeAndFlush(ByteBuffer(bytes: line), promise: nil)
    }

    func close() { channel.channel.close(promise: nil) }
}
