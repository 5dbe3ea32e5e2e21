import Synchronization

/// A clock that never advances. Its sleeps end at once and are recorded.
public final class SleeplessClock: Clock {
    private let slept = Mutex<[Duration]>([])
    public var pauses: [Duration] { slept.withLock { $0 } }
    public let now = ContinuousClock.now
    public var minimumResolution: Duration { .zero }

    public init() {}

    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        slept.withLock { $0.append(now.duration(to: deadline)) }
    }
}
