public import FermataDomain
public import Foundation
import NIOCore
import NIOPosix

/// Controls the player of another program of this user through its socket.
public struct SocketPlayerControl: PlayerControl {
    private let socket: PlayerSocket
    private let playback: any PlaybackRepository
    private let patience: Duration
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// `playback` stores the queue that the other program plays. `patience` is how long to wait for a reply. It is
    /// longer than that of `MPVPlayer`, because the other program may start mpv before it performs the command.
    public init(
        at socket: PlayerSocket, playback: any PlaybackRepository, patience: Duration = .seconds(30),
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        (self.socket, self.playback, self.patience, self.clock) = (socket, playback, patience, clock)
        self.now = now
    }

    public func perform(_ command: PlayerCommand) async throws -> PlayerStatus { try await send(command) }

    public func status() async throws -> PlayerStatus { try await send(nil) }

    /// The number of requests to a program that is about to end, and the pause between them.
    private static let (attempts, pause) = (20, Duration.milliseconds(50))

    /// Throws `PlayerError.notRunning` only if no program serves the socket, so that none changes the stored queue.
    private func send(_ command: PlayerCommand?) async throws -> PlayerStatus {
        let expires = now() + patience / .seconds(1)
        let request = try JSONEncoder().encode(PlayerRequest(command, expires: expires))
        for _ in 1...Self.attempts {
            let reply = try await reply(to: request)
            if let reply, !reply.isEnding { return try reply.status(over: try await playback.load().queue) }
            // The program may have performed the command before it ended.
            if reply == nil, command != nil { throw PlayerError.notResponding }
            try await clock.sleep(for: Self.pause)
        }
        throw PlayerError.notResponding
    }

    /// Returns nil if the other program ends before it replies.
    private func reply(to request: Data) async throws -> PlayerReply? {
        guard socket.isPrivate else { throw PlayerError.notRunning }
        let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
        do {
            channel = try await connect()
        } catch {
            throw PlayerError.notRunning
        }
        return try await withDeadline(patience, clock: clock, error: PlayerError.notResponding) {
            try await Self.exchange(request, over: channel)
        }
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

    private static func exchange(
        _ request: Data, over channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
    ) async throws -> PlayerReply? {
        do {
            return try await channel.executeThenClose { lines, outbound in
                try await outbound.write(ByteBuffer(bytes: request + [0x0A]))
                for try await line in lines {
                    return try JSONDecoder().decode(PlayerReply.self, from: Data(line.readableBytesView))
                }
                return nil
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch is DecodingError {
            throw PlayerError.otherVersion
        } catch {
            return nil
        }
    }
}
