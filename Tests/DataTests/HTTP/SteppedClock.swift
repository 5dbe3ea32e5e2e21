import Synchronization

/// A clock whose sleepers wait until the test resumes them.
final class SteppedClock: Clock {
    private struct State {
        var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
        var cancelled: Set<Int> = []
        var pauses: [Duration] = []
    }

    private let state = Mutex(State())
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }

    /// The durations of all sleeps so far.
    var pauses: [Duration] { state.withLock { $0.pauses } }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.pauses.append(now.duration(to: deadline))
            return state.pauses.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if !state.cancelled.contains(id) { state.sleepers[id] = continuation }
                    return state.cancelled.contains(id)
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.insert(id)
                return state.sleepers.removeValue(forKey: id)
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Waits for a sleeper and resumes it.
    func step() async {
        while true {
            let sleeper = state.withLock { state in
                state.sleepers.keys.min().flatMap { state.sleepers.removeValue(forKey: $0) }
            }
            if let sleeper { return sleeper.resume() }
            if Task.isCancelled { return }
            await Task.yield()
        }
    }
}
