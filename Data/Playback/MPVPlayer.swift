public import FermataDomain
import Foundation
import NIOCore
import NIOPosix

/// Plays audio with mpv, in a separate process.
///
/// mpv ends with this program, even if this program is killed. Addresses are sent over a private socket, never as
/// arguments.
public actor MPVPlayer: Player {
    private struct Request {
        let reply: CheckedContinuation<Void, any Error>
        /// The item of the playlist entry that the reply names.
        let item: Int?
        let timeout: Task<Void, Never>
    }

    public nonisolated let events: AsyncStream<PlayerEvent>
    private let continuation: AsyncStream<PlayerEvent>.Continuation
    private let process: MPVProcess
    private let connection: MPVConnection
    private let patience: Duration
    private let clock: any Clock<Duration>
    private var requests: [Int: Request] = [:]
    private var lastRequest = 0
    private var eventReader = MPVEventReader()
    /// Why mpv has ended; nil while it runs.
    private var endError: PlayerError?
    private var hasPlayed = false

    /// The name of the program.
    public static let program = "mpv"

    /// Throws `PlayerError.notInstalled` if the `PATH` of an environment has no folder with mpv.
    public static func checkInstalled(environment: [String: String]) throws(PlayerError) {
        guard Executable.file(program, in: environment["PATH"] ?? "") != nil else {
            throw .notInstalled(program: program)
        }
    }

    /// Starts mpv. `output` is mpv's audio output; nil lets mpv choose. If it cannot be opened, for example without a
    /// sound device, the player emits `outputFailed`, or plays silently if `fallsBackToSilence` is true.
    ///
    /// `environment` is that of mpv; its `PATH` lists the folders in which the program is found. A command that gets no
    /// reply for `patience` ends the player. Throws `PlayerError.notInstalled` and `.notResponding`.
    public init(
        program: String = MPVPlayer.program, output: String? = nil, fallsBackToSilence: Bool = false,
        environment: [String: String],
        patience: Duration = .seconds(20), clock: any Clock<Duration>
    ) async throws(PlayerError) {
        let sockets = try MPVConnection.socketPair()
        do {
            process = try MPVProcess(
                program: program, output: output, fallsBackToSilence: fallsBackToSilence, environment: environment,
                socket: FileHandle(fileDescriptor: sockets.other, closeOnDealloc: true))
        } catch {
            Foundation.close(sockets.own)
            throw error
        }
        do {
            connection = try await MPVConnection(socket: sockets.own)
        } catch {
            process.kill()
            throw .notResponding
        }
        (self.patience, self.clock) = (patience, clock)
        (events, continuation) = AsyncStream.makeStream()
        Task {
            await connection.receive { [weak self] in await self?.handle($0) }
            if endError == nil, !hasPlayed { end(await process.reasonOfEnd()) } else { end(.ended) }
        }
        for (number, property) in MPVEventReader.Property.all.enumerated() {
            try await send(["observe_property", number + 1, property] as [any Sendable])
        }
    }
}

// MARK: - Commands

extension MPVPlayer {
    public func load(_ item: PlayerItem, at position: Duration, isPaused: Bool) async throws(PlayerError) {
        try await send(["set_property", "pause", isPaused] as [any Sendable])
        let options = position > .zero ? "start=\(position.seconds)" : ""
        try await load(item, ["flags": "replace", "options": options])
    }

    public func setNext(_ item: PlayerItem?) async throws(PlayerError) {
        try await send(["playlist-clear"])
        guard let item else { return }
        // If the current item has just ended, the next one begins.
        try await load(item, ["flags": "append-play"])
    }

    /// Arguments have names, because their positions differ between versions of mpv.
    private func load(_ item: PlayerItem, _ arguments: [String: String]) async throws(PlayerError) {
        let command = arguments.merging(["name": "loadfile", "url": item.audio.text]) { $1 }
        try await send(command, item: item.id)
    }

    public func setPaused(_ isPaused: Bool) async throws(PlayerError) {
        try await send(["set_property", "pause", isPaused] as [any Sendable])
    }

    public func seek(to position: Duration) async throws(PlayerError) {
        try await send(["seek", position.seconds, "absolute+exact"] as [any Sendable])
    }

    public func setVolume(_ percent: Int) async throws(PlayerError) {
        try await send(["set_property", "volume", percent] as [any Sendable])
    }

    public func stop() async throws(PlayerError) {
        try await send(["stop"])
    }

    public func close() {
        connection.close()
        end(.ended)
        process.kill()
    }

    /// Sends a command and waits for its reply. Ignores errors in replies, because the item's events report them.
    private func send(_ command: any Sendable, item: Int? = nil) async throws(PlayerError) {
        if let endError { throw endError }
        lastRequest += 1
        let number = lastRequest
        var line: Data
        do {
            line = try JSONSerialization.data(withJSONObject: ["command": command, "request_id": number])
        } catch { throw .notResponding }
        line.append(UInt8(ascii: "\n"))
        do {
            try await withCheckedThrowingContinuation { reply in
                let timeout = Task { [clock, patience] in
                    guard (try? await clock.sleep(for: patience)) != nil else { return }
                    expire(number)
                }
                requests[number] = Request(reply: reply, item: item, timeout: timeout)
                connection.send(line)
            }
        } catch { throw error as? PlayerError ?? .ended }
    }

    /// Ends a player that does not respond.
    private func expire(_ number: Int) {
        guard let request = requests.removeValue(forKey: number) else { return }
        request.reply.resume(throwing: PlayerError.notResponding)
        close()
    }
}

// MARK: - Messages

extension MPVPlayer {
    private func handle(_ message: MPVMessage) {
        guard message.event != nil else { return handleReply(message) }
        for event in eventReader.events(of: message) {
            if case .position = event { hasPlayed = true }
            continuation.yield(event)
        }
    }

    private func handleReply(_ message: MPVMessage) {
        guard let number = message.requestID, let request = requests.removeValue(forKey: number) else { return }
        request.timeout.cancel()
        if let item = request.item, case .entry(let entry)? = message.data {
            eventReader.setItem(item, ofEntry: entry)
        }
        request.reply.resume()
    }

    private func end(_ error: PlayerError) {
        if endError == nil { endError = error }
        for request in requests.values {
            request.timeout.cancel()
            request.reply.resume(throwing: endError ?? error)
        }
        requests = [:]
        continuation.finish()
    }
}

extension AudioLocation {
    fileprivate var text: String {
        switch self {
        case .file(let path): path
        case .address(let address): address
        }
    }
}

extension Duration {
    fileprivate var seconds: Double { self / .seconds(1) }
}

/// The socket through which mpv is controlled: sends lines, and receives messages.
struct MPVConnection: Sendable {
    /// Longer than any message that is used.
    private static let lineLimit = 1 << 20
    private let channel: JSONLineChannel

    /// Creates a connection that owns a connected socket.
    init(socket: Int32) async throws {
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .withConnectedSocket(socket) { JSONLineDecoder.lines(of: $0, limit: Self.lineLimit) }
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

/// A connection that receives lines without their line feed, and sends bytes.
typealias JSONLineChannel = NIOAsyncChannel<ByteBuffer, ByteBuffer>

/// Splits bytes into lines without their line feed.
///
/// Throws `LineTooLong` for a line of more than `limit` bytes.
struct JSONLineDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer
    struct LineTooLong: Error {}

    private let limit: Int
    /// The number of bytes in which no line feed was found.
    private var searched = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Receives the lines of a channel.
    static func lines(of channel: any Channel, limit: Int) -> EventLoopFuture<JSONLineChannel> {
        channel.eventLoop.makeCompletedFuture {
            let decoder = ByteToMessageHandler(JSONLineDecoder(limit: limit))
            try channel.pipeline.syncOperations.addHandler(decoder)
            return try JSONLineChannel(wrappingChannelSynchronously: channel)
        }
    }

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let end = buffer.readableBytesView.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) else {
            searched = buffer.readableBytes
            if searched > limit { throw LineTooLong() }
            return .needMoreData
        }
        let length = end - buffer.readerIndex
        searched = 0
        if length > limit { throw LineTooLong() }
        guard let line = buffer.readSlice(length: length) else { return .needMoreData }
        buffer.moveReaderIndex(forwardBy: 1)
        context.fireChannelRead(wrapInboundOut(line))
        return .continue
    }
}
