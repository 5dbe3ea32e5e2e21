import Synchronization

/// A clock on which time passes only when a test advances it or code sleeps on it.
final class ManualClock: Clock {
    private struct State {
        var now = ContinuousClock.now
        var pauses: [Duration] = []
        var lateness = Duration.zero
    }

    private let state = Mutex(State())
    private let start: ContinuousClock.Instant

    init() {
        start = state.withLock { $0.now }
    }

    var now: ContinuousClock.Instant { state.withLock { $0.now } }
    var elapsed: Duration { start.duration(to: now) }
    /// The durations of all sleeps so far.
    var pauses: [Duration] { state.withLock { $0.pauses } }
    var minimumResolution: Duration { .zero }

    /// How late each sleeper wakes up.
    var lateness: Duration {
        get { state.withLock { $0.lateness } }
        set { state.withLock { $0.lateness = newValue } }
    }

    func advance(by duration: Duration) { state.withLock { $0.now += duration } }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.pauses.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline + state.lateness)
        }
    }
}
