public import FermataDomain
public import Foundation
import NIOCore
import NIOPosix

/// Lets other programs of this user control a player through a socket.
public struct PlayerSocketServer: Sendable {
    /// Enough to add fifty thousand songs at once.
    static let lineLimit = 1 << 20
    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private let socket: PlayerSocket
    private let control: any PlayerControl
    private let now: @Sendable () -> Date
    private let requests = RunningRequests()

    public init(
        at socket: PlayerSocket, controlling control: any PlayerControl, now: @escaping @Sendable () -> Date
    ) {
        (self.socket, self.control, self.now) = (socket, control, now)
    }

    /// Serves requests while the body runs, and returns its value.
    ///
    /// Throws `PlayerError.alreadyRunning` if another program listens, `.controlSocketUnavailable`, and the errors of
    /// the body.
    public func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        let lock = try socket.lock()
        defer { withExtendedLifetime(lock) { _ = unlink(socket.path) } }
        let server: NIOAsyncChannel<Connection, Never>
        do { server = try await listen() } catch { throw PlayerError.controlSocketUnavailable(path: socket.path) }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serve(server) }
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            // A command that ends the body gets its reply before its connection is closed.
            await requests.end()
            group.cancelAll()
            return try result.get()
        }
    }

    private func listen() async throws -> NIOAsyncChannel<Connection, Never> {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(unixDomainSocketPath: socket.path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ByteToMessageHandler(JSONLineDecoder(limit: Self.lineLimit)))
                    return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    private func serve(_ server: NIOAsyncChannel<Connection, Never>) async throws {
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections { group.addTask { await serve(connection) } }
            }
        }
    }

    /// Replies to each line. A line that is too long ends the connection.
    private func serve(_ connection: Connection) async {
        try? await connection.executeThenClose { lines, outbound in
            for try await line in lines {
                try await requests.count {
                    let reply = try JSONEncoder().encode(await reply(to: Data(line.readableBytesView)))
                    try await outbound.write(ByteBuffer(bytes: reply + [0x0A]))
                }
            }
        }
    }

    private func reply(to line: Data) async -> PlayerReply {
        do {
            let request = try JSONDecoder().decode(PlayerRequest.self, from: line)
            if request.isExpired(at: now()) { return PlayerReply(PlayerError.notResponding) }
            guard let command = request.command else { return PlayerReply(try await control.status()) }
            return PlayerReply(try await control.perform(command))
        } catch is DecodingError {
            return PlayerReply(PlayerError.otherVersion)
        } catch {
            return PlayerReply(error)
        }
    }
}
