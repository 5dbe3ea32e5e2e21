public import FermataDomain
import Foundation

/// Plays audio with mpv, a program of its own.
///
/// mpv ends with this program, also if that is killed. Audio is named over a private socket, never in arguments.
public actor MPVPlayer: Player {
    private struct Request {
        let reply: CheckedContinuation<Void, any Error>
        /// The item that the reply's entry of the playlist plays.
        let item: Int?
        let timeout: Task<Void, Never>
    }

    private enum Property {
        static let (position, duration, buffering, idle) = ("time-pos", "duration", "paused-for-cache", "idle-active")
        static let all = [position, duration, buffering, idle]
    }

    private static let positionStep = Duration.milliseconds(250)

    public nonisolated let events: AsyncStream<PlayerEvent>
    private let continuation: AsyncStream<PlayerEvent>.Continuation
    private let process: MPVProcess
    private let connection: MPVConnection
    private let patience: Duration
    private let clock: any Clock<Duration>
    private var requests: [Int: Request] = [:]
    private var lastRequest = 0
    /// The items of mpv's playlist, by the entries that play them.
    private var items: [Int: Int] = [:]
    /// The item that mpv has read to its end. Its last sound is still played until the next item starts, or mpv is idle.
    private var finishing: Int?
    /// The last position that was emitted, until another item starts or a seek.
    private var lastPosition: Duration?
    private var hasEnded = false

    /// Starts mpv. `output` is mpv's audio output; nil lets mpv choose. If it cannot be opened, for example without a
    /// sound device, the player emits `outputFailed`, or plays silently if `fallsBackToSilence` is true.
    ///
    /// `environment` is that of mpv; its `PATH` lists the folders in which the program is found. A command that gets no
    /// reply for `patience` ends the player. Throws `PlayerError.notInstalled` and `.notResponding`.
    public init(
        program: String = "mpv", output: String? = nil, fallsBackToSilence: Bool = false,
        environment: [String: String],
        patience: Duration = .seconds(5), clock: any Clock<Duration>
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
            end()
        }
        for (number, property) in Property.all.enumerated() {
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
        lastPosition = nil
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
        end()
        process.kill()
    }

    /// Sends a command and waits for its reply. Errors that mpv replies are left to the events of the item.
    private func send(_ command: any Sendable, item: Int? = nil) async throws(PlayerError) {
        if hasEnded { throw .ended }
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
        guard let event = message.event else { return handleReply(message) }
        switch event {
        case "start-file":
            lastPosition = nil
            finish()
            if let item = item(of: message) { continuation.yield(.started(item: item)) }
        case "end-file": handleEnd(message)
        case "property-change": handleProperty(message)
        default: break
        }
    }

    private func handleReply(_ message: MPVMessage) {
        guard let number = message.requestID, let request = requests.removeValue(forKey: number) else { return }
        request.timeout.cancel()
        if let item = request.item, case .entry(let entry)? = message.data { items[entry] = item }
        request.reply.resume()
    }

    /// How the text of `MPV_ERROR_AO_INIT_FAILED` begins.
    ///
    /// Source: https://github.com/mpv-player/mpv/blob/master/player/client.c
    private static let outputError = "audio output"

    private func handleEnd(_ message: MPVMessage) {
        guard let item = item(of: message), let entry = message.entry else { return }
        items[entry] = nil
        switch message.reason {
        case "eof": finishing = item
        case "error" where message.fileError?.hasPrefix(Self.outputError) == true: continuation.yield(.outputFailed)
        case "error", "redirect": continuation.yield(.failed(item: item))
        default: break  // A command has ended it.
        }
    }

    private func handleProperty(_ message: MPVMessage) {
        switch (message.name, message.data) {
        case (Property.position, .number(let seconds)?): handle(position: .milliseconds(seconds))
        case (Property.duration, .number(let seconds)?): continuation.yield(.duration(.milliseconds(seconds)))
        case (Property.buffering, .flag(let isBuffering)?): continuation.yield(.buffering(isBuffering))
        case (Property.idle, .flag(true)?): finish()
        default: break
        }
    }

    /// Emits a position unless it lies in the same quarter of a second as the last one; mpv sends ten a second.
    private func handle(position: Duration) {
        if let lastPosition, Int(position / Self.positionStep) == Int(lastPosition / Self.positionStep) { return }
        lastPosition = position
        continuation.yield(.position(position))
    }

    private func finish() {
        guard let item = finishing else { return }
        finishing = nil
        continuation.yield(.finished(item: item))
    }

    private func item(of message: MPVMessage) -> Int? { message.entry.flatMap { items[$0] } }

    private func end() {
        hasEnded = true
        for request in requests.values {
            request.timeout.cancel()
            request.reply.resume(throwing: PlayerError.ended)
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

    /// Rounds seconds down to milliseconds, so that equal positions are equal values.
    fileprivate static func milliseconds(_ seconds: Double) -> Duration {
        .milliseconds(Int64((seconds * 1_000).rounded(.down)))
    }
}
