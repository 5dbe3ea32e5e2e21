public import FermataDomain
import Synchronization

/// A player without sound that plays each item until a test finishes it.
public final class FakePlayer: Player {
    public enum Message: Equatable, Sendable {
        case load(AudioLocation, at: Duration, isPaused: Bool)
        case setNext(AudioLocation?)
        case setPaused(Bool)
        case seek(Duration)
        case setVolume(Int)
        case stop, close
    }

    private struct State {
        var messages: [Message] = []
        var current: PlayerItem?
        var next: PlayerItem?
        var error: PlayerError?
        /// Delayed events; nil while none are delayed.
        var delayed: [PlayerEvent]?
    }

    public let events: AsyncStream<PlayerEvent>
    private let continuation: AsyncStream<PlayerEvent>.Continuation
    private let state = Mutex(State())
    private let length: Duration?
    private let unplayable: Set<AudioLocation>
    private let beforePauseReply: @Sendable () async -> Void

    /// `length` is that of every item; if it is nil, the player reports none. Items at `unplayable` locations fail
    /// after they start. `beforePauseReply` runs before each reply to `setPaused`.
    public init(
        length: Duration? = .seconds(100), unplayable: Set<AudioLocation> = [],
        beforePauseReply: @escaping @Sendable () async -> Void = {}
    ) {
        (self.length, self.unplayable, self.beforePauseReply) = (length, unplayable, beforePauseReply)
        (events, continuation) = AsyncStream.makeStream()
    }

    public var messages: [Message] { state.withLock { $0.messages } }
    public var current: AudioLocation? { state.withLock { $0.current?.audio } }
    public var next: AudioLocation? { state.withLock { $0.next?.audio } }

    /// Plays the current item to its end; the next one follows.
    public func finish() {
        if let next = endCurrent() { start(next) }
    }

    /// Plays the current item to its end; the next one follows after a body.
    public func finish(beforeNext body: () async throws -> Void) async rethrows {
        let next = endCurrent()
        try await body()
        if let next { start(next) }
    }

    /// Makes the next item the current one, and returns it.
    private func endCurrent() -> PlayerItem? {
        let (ended, next) = state.withLock { state in
            defer { (state.current, state.next) = (state.next, nil) }
            return (state.current, state.next)
        }
        if let ended { send(.finished(item: ended.id)) }
        return next
    }

    /// Plays the current item from one position to another, in steps of a second.
    public func play(from start: Duration, to end: Duration) {
        var position = start
        while position <= end {
            send(.position(position))
            position += .seconds(1)
        }
    }

    public func buffer(_ isBuffering: Bool) { send(.buffering(isBuffering)) }

    /// Delays events, as a busy computer does, until `releaseEvents`.
    public func delayEvents() { state.withLock { $0.delayed = [] } }

    public func releaseEvents() {
        let events = state.withLock { state in
            defer { state.delayed = nil }
            return state.delayed ?? []
        }
        for event in events { continuation.yield(event) }
    }

    private func send(_ event: PlayerEvent) {
        let isDelayed = state.withLock { state in
            state.delayed?.append(event)
            return state.delayed != nil
        }
        if !isDelayed { continuation.yield(event) }
    }

    /// Reports that no sound device can be opened.
    public func failOutput() { send(.outputFailed) }

    /// Ends the player as if its process was killed.
    public func kill(_ error: PlayerError = .ended) {
        reject(error)
        continuation.finish()
    }

    /// Rejects all later messages, as a player that hangs.
    public func reject(_ error: PlayerError) { state.withLock { $0.error = error } }

    private func start(_ item: PlayerItem) {
        send(.started(item: item.id))
        if unplayable.contains(item.audio) { return send(.failed(item: item.id)) }
        if let length { send(.duration(length)) }
    }

    private func record(_ message: Message, _ change: (inout State) -> Void = { _ in }) throws(PlayerError) {
        let error = state.withLock { state in
            state.messages.append(message)
            if state.error == nil { change(&state) }
            return state.error
        }
        if let error { throw error }
    }
}

extension FakePlayer {
    public func load(_ item: PlayerItem, at position: Duration, isPaused: Bool) async throws(PlayerError) {
        try record(.load(item.audio, at: position, isPaused: isPaused)) { ($0.current, $0.next) = (item, nil) }
        start(item)
    }

    public func setNext(_ item: PlayerItem?) async throws(PlayerError) {
        try record(.setNext(item?.audio)) { $0.next = item }
    }

    public func setPaused(_ isPaused: Bool) async throws(PlayerError) {
        try record(.setPaused(isPaused))
        await beforePauseReply()
    }

    public func seek(to position: Duration) async throws(PlayerError) { try record(.seek(position)) }

    public func setVolume(_ percent: Int) async throws(PlayerError) { try record(.setVolume(percent)) }

    public func stop() async throws(PlayerError) { try record(.stop) { ($0.current, $0.next) = (nil, nil) } }

    public func close() async {
        try? record(.close)
        continuation.finish()
    }
}
