public import FermataDomain
import Foundation

/// Plays audio with mpv, in a separate process.
///
/// mpv ends with this program, even if this program is killed. Addresses are sent over a private socket, never as arguments.
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

    /// Starts mpv. `output` is mpv's audio output; nil lets mpv choose. If it cannot be opened, for example without a
    /// sound device, the player emits `outputFailed`, or plays silently if `fallsBackToSilence` is true.
    ///
    /// `environment` is that of mpv; its `PATH` lists the folders in which the program is found. A command that gets no
    /// reply for `patience` ends the player. Throws `PlayerError.notInstalled` and `.notResponding`.
    public init(
        program: String = "mpv", output: String? = nil, fallsBackToSilence: Bool = false,
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
