public import Foundation

/// Plays a queue: loads its songs into a player, stores the position, and records what was played.
///
/// Songs that the library does not have, that the listener may not have, and that cannot be played are skipped. The
/// player is made when the first song is played. Thread-safe: commands and events are handled one after the other.
public final class PlayMusicUsecase: PlayerControl, Sendable {
    fileprivate enum Input: Sendable {
        case command(PlayerCommand?, CheckedContinuation<PlayerStatus, any Error>)
        case event(PlayerEvent, player: Int)
        case playerEnded(player: Int)
        /// The time of a sleep timer is over.
        case sleepEnded
        /// The time for the first command of a program in the background is over.
        case startExpired
        /// The time in which a program in the background reports why its music has failed is over.
        case failureExpired
    }

    /// How long a program in the background waits for its first command.
    private static let startTimeout = Duration.seconds(10)
    /// How long a program in the background reports why its music has failed.
    private static let failureTimeout = Duration.seconds(1)

    private let inputs: AsyncStream<Input>
    private let continuation: AsyncStream<Input>.Continuation
    private let observers = StatusObservers()
    private let getAudio: GetAudioUsecase
    private let addresses: any AudioServer
    private let playback: any PlaybackRepository
    private let recordPlay: RecordPlayUsecase
    private let now: @Sendable () -> Date
    private let clock: any Clock<Duration>
    private let place: PlayerPlace
    private let makePlayer: @Sendable () async throws -> any Player

    /// `clock` waits for the end of sleep timers. `makePlayer` throws `PlayerError.notInstalled`.
    public init(
        getAudio: GetAudioUsecase, addresses: any AudioServer, playback: any PlaybackRepository,
        recordPlay: RecordPlayUsecase, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>,
        place: PlayerPlace = .play, makePlayer: @escaping @Sendable () async throws -> any Player
    ) {
        (self.getAudio, self.addresses, self.playback, self.recordPlay) = (getAudio, addresses, playback, recordPlay)
        (self.now, self.clock, self.place, self.makePlayer) = (now, clock, place, makePlayer)
        (inputs, continuation) = AsyncStream.makeStream()
    }

    /// Performs a command in the order of the calls. Throws `PlayerError` and, for `play`, the errors of the library.
    public func perform(_ command: PlayerCommand) async throws -> PlayerStatus {
        try await send(command)
    }

    /// Returns the playback status. Throws `PlayerError`.
    public func status() async throws -> PlayerStatus { try await send(nil) }

    /// Emits the status at once and after each change, at most four times a second while a song plays.
    ///
    /// A slow consumer misses older states.
    public func statuses() -> AsyncStream<PlayerStatus> { observers.stream() }

    /// Performs commands until the task is cancelled; then stores the position and ends the player. Runs once.
    ///
    /// In the background, also ends as soon as nothing plays after a command that starts music, or without one in time.
    /// If the music has failed, reports why for a moment before it ends.
    ///
    /// Throws the error of the library if the stored queue cannot be read.
    public func execute() async throws {
        defer { end() }
        var playing = QueuePlayback(
            stored: try await playback.load(), getAudio: getAudio, addresses: addresses, playback: playback,
            recordPlay: recordPlay, now: now, openPlayer: openPlayer)
        playing.status.place = place
        await observers.send(playing.status)
        var alarm: (end: Date?, task: Task<Void, Never>?)
        var wasStarted = false
        let start = place == .background ? Task { await send(.startExpired, after: Self.startTimeout) } : nil
        var failureTimer: Task<Void, Never>?
        defer {
            for task in [alarm.task, start, failureTimer] { task?.cancel() }
        }
        for await input in inputs {
            // A change that has started is completed even if the task is cancelled.
            playing = await Task { [playing] in await handle(input, playing) }.value
            wasStarted = wasStarted || input.startsMusic
            if playing.status.state != .stopped {
                failureTimer?.cancel()
                failureTimer = nil
            } else if place == .background, wasStarted {
                let hasFailed = playing.status.failure?.endingError != nil
                if hasFailed ? input.isFailureExpired : !input.isQuestion { break }
                if hasFailed, failureTimer == nil {
                    failureTimer = Task { await send(.failureExpired, after: Self.failureTimeout) }
                }
            }
            // If the computer's time was set back, the alarm is early and starts again.
            guard playing.sleepEnd != alarm.end || input.isSleepEnd else { continue }
            alarm.task?.cancel()
            alarm = (playing.sleepEnd, playing.sleepEnd.map { end in Task { await waitForSleep(until: end) } })
        }
        await Task { [playing] in
            var playing = playing
            await playing.close()
        }.value
    }

    private func handle(_ input: Input, _ playing: QueuePlayback) async -> QueuePlayback {
        var playing = playing
        await playing.checkSleepTimer()
        switch input {
        case .command(let command, let reply):
            let result: Result<PlayerStatus, any Error>
            do {
                if let command { try await playing.perform(command) }
                result = .success(playing.status)
            } catch {
                result = .failure(error)
            }
            // Observers receive the new status before the caller continues.
            await observers.send(playing.status)
            reply.resume(with: result)
            return playing
        case .event(let event, let player): await playing.handle(event, ofPlayer: player)
        case .playerEnded(let player): await playing.handleEnd(ofPlayer: player)
        case .sleepEnded, .startExpired, .failureExpired: break  // `checkSleepTimer` has stopped playback
        }
        await observers.send(playing.status)
        return playing
    }

    /// Reports the end of a sleep timer, because a player that waits for audio sends no events.
    private func waitForSleep(until end: Date) async {
        await send(.sleepEnded, after: .seconds(max(0, end.timeIntervalSince(now()))))
    }

    /// Adds an input after a time, unless the task is cancelled.
    private func send(_ input: Input, after time: Duration) async {
        if (try? await clock.sleep(for: time)) != nil { continuation.yield(input) }
    }

    private func send(_ command: PlayerCommand?) async throws -> PlayerStatus {
        try await withCheckedThrowingContinuation { reply in
            guard case .enqueued = continuation.yield(.command(command, reply)) else {
                return reply.resume(throwing: PlayerError.notRunning)
            }
        }
    }

    /// Makes a player whose events carry a number.
    private func openPlayer(number: Int) async throws -> any Player {
        let player = try await makePlayer()
        Task { [continuation] in
            for await event in player.events { continuation.yield(.event(event, player: number)) }
            continuation.yield(.playerEnded(player: number))
        }
        return player
    }

    /// Rejects the commands that wait, and all later ones.
    private func end() {
        continuation.finish()
        Task { [inputs, observers] in
            for await case .command(_, let reply) in inputs { reply.resume(throwing: PlayerError.notRunning) }
            await observers.end()
        }
    }
}

extension PlayMusicUsecase.Input {
    var isSleepEnd: Bool { if case .sleepEnded = self { true } else { false } }
    var isFailureExpired: Bool { if case .failureExpired = self { true } else { false } }
    /// Whether music plays after the input, unless there is none; true at the end of the time in which it had to start.
    var startsMusic: Bool {
        switch self {
        case .command(.play, _), .command(.resume, _), .command(.toggle, _), .command(.next, _), .command(.previous, _),
            .command(.playEntry, _), .startExpired:
            true
        case .command, .event, .playerEnded, .sleepEnded, .failureExpired: false
        }
    }
    /// Whether the input asks for the status.
    var isQuestion: Bool { if case .command(nil, _) = self { true } else { false } }
}

/// Sends each status to every consumer.
actor StatusObservers {
    private var last: PlayerStatus?
    private var hasEnded = false
    private var continuations: [AsyncStream<PlayerStatus>.Continuation] = []

    /// Emits the last status at once, then later ones. A slow consumer misses older ones.
    nonisolated func stream() -> AsyncStream<PlayerStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: PlayerStatus.self, bufferingPolicy: .bufferingNewest(1))
        Task { await add(continuation) }
        return stream
    }

    /// Sends a status if it has changed, and forgets the consumers that have stopped.
    func send(_ status: PlayerStatus) {
        guard status != last else { return }
        last = status
        continuations.removeAll { continuation in
            if case .terminated = continuation.yield(status) { true } else { false }
        }
    }

    func end() {
        hasEnded = true
        for continuation in continuations { continuation.finish() }
        continuations = []
    }

    private func add(_ continuation: AsyncStream<PlayerStatus>.Continuation) {
        if let last { continuation.yield(last) }
        if hasEnded { return continuation.finish() }
        continuations.append(continuation)
    }
}
