public import FermataDomain
import Foundation
import NIOCore
import NIOPosix

/// Controls the player of another program of this user through its socket.
public struct SocketPlayerControl: PlayerControl {
    private let socket: PlayerSocket
    private let playback: any PlaybackRepository
    private let patience: Duration
    private let clock: any Clock<Duration>

    /// `playback` stores the queue that the other program plays. A reply is awaited for `patience`.
    public init(
        at socket: PlayerSocket, playback: any PlaybackRepository, patience: Duration = .seconds(10),
        clock: any Clock<Duration>
    ) {
        (self.socket, self.playback, self.patience, self.clock) = (socket, playback, patience, clock)
    }

    public func perform(_ command: PlayerCommand) async throws -> PlayerStatus { try await send(command) }

    public func status() async throws -> PlayerStatus { try await send(nil) }

    private func send(_ command: PlayerCommand?) async throws -> PlayerStatus {
        let request = try JSONEncoder().encode(PlayerRequest(command))
        guard socket.isPrivate else { throw PlayerError.notRunning }
        let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
        do {
            channel = try await connect()
        } catch {
            throw PlayerError.notRunning
        }
        let reply = try await withThrowingTaskGroup(of: PlayerReply.self) { group in
            group.addTask { try await Self.exchange(request, over: channel) }
            group.addTask { [clock, patience] in
                try await clock.sleep(for: patience)
                throw PlayerError.notResponding
            }
            defer { group.cancelAll() }
            guard let reply = try await group.next() else { throw PlayerError.notResponding }
            return reply
        }
        return try reply.status(over: try await playback.stored().queue)
    }

    private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(unixDomainSocketPath: socket.path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ByteToMessageHandler(JSONLineDecoder(limit: PlayerSocketServer.lineLimit)))
                    return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Throws `PlayerError.notRunning` if the other program ends before it replies.
    private static func exchange(
        _ request: Data, over channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
    ) async throws -> PlayerReply {
        do {
            return try await channel.executeThenClose { lines, outbound in
                try await outbound.write(ByteBuffer(bytes: request + [0x0A]))
                for try await line in lines {
                    return try JSONDecoder().decode(PlayerReply.self, from: Data(line.readableBytesView))
                }
                throw PlayerError.notRunning
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw error as? PlayerError ?? .notRunning
        }
    }
}
