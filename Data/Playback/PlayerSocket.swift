public import FermataDomain
public import Foundation
import NIOCore
import NIOPosix

/// Lets other programs of this user control a player through a socket.
public struct PlayerSocketServer: Sendable {
    /// Enough to add fifty thousand songs at once.
    static let lineLimit = 1 << 20

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
        let server: NIOAsyncChannel<JSONLineChannel, Never>
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

    private func listen() async throws -> NIOAsyncChannel<JSONLineChannel, Never> {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(unixDomainSocketPath: socket.path) { JSONLineDecoder.lines(of: $0, limit: Self.lineLimit) }
    }

    private func serve(_ server: NIOAsyncChannel<JSONLineChannel, Never>) async throws {
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections { group.addTask { await serve(connection) } }
            }
        }
    }

    /// Replies to each line. A line that is too long ends the connection.
    private func serve(_ connection: JSONLineChannel) async {
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

/// Counts requests, so that their server can wait for the last one.
actor RunningRequests {
    private var count = 0
    private var waiting: CheckedContinuation<Void, Never>?

    /// Runs and counts a request.
    func count(_ request: @Sendable () async throws -> Void) async throws {
        count += 1
        defer {
            count -= 1
            if count == 0 {
                waiting?.resume()
                waiting = nil
            }
        }
        try await request()
    }

    /// Waits until no request runs.
    func end() async {
        if count == 0 { return }
        await withCheckedContinuation { waiting = $0 }
    }
}

/// Controls the player of another program of this user through its socket.
public struct SocketPlayerControl: PlayerControl {
    private let socket: PlayerSocket
    private let playback: any PlaybackRepository
    private let patience: Duration
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// `playback` stores the queue that the other program plays. `patience` is how long to wait for a reply,
    /// and for the end of a program that is about to end. It is longer than that of `MPVPlayer`, because the other
    /// program may start mpv before it performs the command.
    public init(
        at socket: PlayerSocket, playback: any PlaybackRepository, patience: Duration = .seconds(30),
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        (self.socket, self.playback, self.patience, self.clock) = (socket, playback, patience, clock)
        self.now = now
    }

    public func perform(_ command: PlayerCommand) async throws -> PlayerStatus { try await send(command) }

    public func status() async throws -> PlayerStatus { try await send(nil) }

    /// The pause between requests to a program that is about to end.
    private static let pause = Duration.milliseconds(50)

    /// Throws `PlayerError.notRunning` only if no program serves the socket, so that none changes the stored queue.
    private func send(_ command: PlayerCommand?) async throws -> PlayerStatus {
        let expires = now() + patience / .seconds(1)
        let request = PlayerRequest(command, expires: expires)
        for _ in 0..<Int(patience / Self.pause) {
            let reply = try await reply(to: request)
            if let reply, !reply.isEnding { return try reply.status(over: try await playback.load().queue) }
            // The program may have performed the command before it ended.
            if reply == nil, command != nil { throw PlayerError.notResponding }
            try await clock.sleep(for: Self.pause)
        }
        throw PlayerError.notResponding
    }

    /// Returns nil if the other program ends before it replies.
    private func reply(to request: PlayerRequest) async throws -> PlayerReply? {
        guard socket.isPrivate else { throw PlayerError.notRunning }
        let channel: JSONLineChannel
        do { channel = try await connect() } catch { throw PlayerError.notRunning }
        return try await withDeadline(patience, clock: clock, error: PlayerError.notResponding) {
            try await Self.exchange(request, over: channel)
        }
    }

    private func connect() async throws -> JSONLineChannel {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(unixDomainSocketPath: socket.path) {
                JSONLineDecoder.lines(of: $0, limit: PlayerSocketServer.lineLimit)
            }
    }

    private static func exchange(
        _ request: PlayerRequest, over channel: JSONLineChannel
    ) async throws -> PlayerReply? {
        do {
            return try await channel.executeThenClose { lines, outbound in
                // Encoded only if a program listens, because the first encoding takes 2 ms.
                try await outbound.write(ByteBuffer(bytes: try JSONEncoder().encode(request) + [0x0A]))
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

/// A command for the player of another program, as a line of JSON.
///
/// It expires when the sender stops waiting for the reply.
enum PlayerRequest: Codable {
    case status(expires: Date)
    case perform(PlayerCommand, expires: Date)

    /// The largest distance of a seek, and the largest change of the volume, so that sums with them cannot overflow.
    private static let (longestSeek, largestVolume) = (Duration.seconds(Int32.max), 1_000)

    /// Nil asks for the status.
    init(_ command: PlayerCommand?, expires: Date) {
        self = command.map { .perform($0, expires: expires) } ?? .status(expires: expires)
    }

    /// Whether the sender no longer waits, for example because the player's program was suspended.
    func isExpired(at date: Date) -> Bool {
        switch self {
        case .status(let expires), .perform(_, let expires): expires < date
        }
    }

    /// The command, with limited values; nil for a request of the status.
    var command: PlayerCommand? {
        guard case .perform(let command, _) = self else { return nil }
        return switch command {
        case .seek(let position): .seek(to: Self.limited(position, to: Self.longestSeek))
        case .seekBy(let step): .seekBy(Self.limited(step, to: Self.longestSeek))
        case .setVolume(let percent): .setVolume(Self.limited(percent, to: Self.largestVolume))
        case .changeVolume(let percent): .changeVolume(Self.limited(percent, to: Self.largestVolume))
        case .replaceQueue(let songs, let index, let elapsed, let repetition):
            .replaceQueue(
                songs, index: index, elapsed: Self.limited(elapsed, to: Self.longestSeek), repetition: repetition)
        default: command
        }
    }

    private static func limited<Value: Comparable & AdditiveArithmetic>(_ value: Value, to limit: Value) -> Value {
        min(max(value, .zero - limit), limit)
    }
}

/// The reply to a `PlayerRequest`, as a line of JSON. The queue itself is read from the library.
enum PlayerReply: Codable {
    /// `entry` is the number of the current entry. `failure` is why playback has ended, unless the library was the reason.
    case status(
        PlayerStatus.State, entry: Int?, elapsed: Duration, duration: Duration?, volume: Int, sleep: Duration?,
        stopsAfterSong: Bool, skipped: SkippedSong?, failure: PlayerError?, place: PlayerPlace?)
    case failure(PlayerError)

    init(_ status: PlayerStatus) {
        self = .status(
            status.state, entry: status.queue.current?.number, elapsed: status.elapsed, duration: status.duration,
            volume: status.volume, sleep: status.sleep, stopsAfterSong: status.stopsAfterSong,
            skipped: status.skipped.last, failure: status.failure?.endingError as? PlayerError, place: status.place)
    }

    init(_ error: any Error) {
        self = .failure(error as? PlayerError ?? .notResponding)
    }

    /// Whether the player performs no commands any more, because its program is about to end.
    var isEnding: Bool { if case .failure(.notRunning) = self { true } else { false } }

    /// The status over the stored queue. Throws `PlayerError`.
    func status(over stored: PlayQueue) throws(PlayerError) -> PlayerStatus {
        switch self {
        case .status(
            let state, let entry, let elapsed, let duration, let volume, let sleep, let stopsAfterSong, let skipped,
            let failure, let place):
            var queue = stored
            queue.move(toEntry: entry ?? -1)
            return PlayerStatus(
                state: state, queue: queue, elapsed: elapsed, duration: duration, volume: volume, sleep: sleep,
                stopsAfterSong: stopsAfterSong, skipped: skipped.map { [$0] } ?? [],
                failure: failure.map(PlaybackFailure.player), place: place)
        case .failure(let error): throw error
        }
    }
}

/// The socket at which a program controls the player of another program, for one library.
///
/// Only this user can open its folder.
public struct PlayerSocket: Sendable {
    /// The longest path of a socket on Linux and macOS, in bytes without the final zero.
    private static let pathLimit = 103
    public let path: String
    private let folder: String

    /// `folder` contains the sockets of this user; `library` is the path of the library.
    ///
    /// If the socket's path is too long for the system, the socket is in a folder of this user below `/tmp`.
    public init(in folder: String, ofLibrary library: String) {
        let file = URL(filePath: library).resolvingSymlinksInPath().path
        let name = "/player-\(MusicID(StableHash(Array(file.utf8)).value).short).socket"
        let isShort = (folder + name).utf8.count <= Self.pathLimit
        self.folder = isShort ? folder : "/tmp/fermata-\(geteuid())"
        path = self.folder + name
    }

    /// Whether only this user can create the socket.
    var isPrivate: Bool {
        var status = stat()
        return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0
    }

    /// Creates the folder, and locks the socket for this program until it ends or releases the lock.
    ///
    /// Throws `PlayerError.alreadyRunning` if another program listens, and `.controlSocketUnavailable`.
    func lock() throws(PlayerError) -> PlayerSocketLock {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw .controlSocketUnavailable(path: path) }
        guard isPrivate else { throw .controlSocketUnavailable(path: path) }
        let lock = try PlayerSocketLock(path: path + ".lock")
        unlink(path)
        return lock
    }
}

/// A lock that lasts until the value is released or the program ends.
final class PlayerSocketLock: Sendable {
    private let file: OpenFile

    fileprivate init(path: String) throws(PlayerError) {
        do { file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW) } catch {
            throw .controlSocketUnavailable(path: path)
        }
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .alreadyRunning }
    }

    deinit {
        // A child process has a copy of the descriptor until it calls exec, which would keep the lock.
        flock(file.descriptor, LOCK_UN)
    }
}
