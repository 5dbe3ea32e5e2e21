import Synchronization

/// A clock on which no time passes; it remembers what it was asked to wait.
final class SleeplessClock: Clock {
    private let slept = Mutex<[Duration]>([])
    var pauses: [Duration] { slept.withLock { $0 } }
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        slept.withLock { $0.append(now.duration(to: deadline)) }
    }
}
