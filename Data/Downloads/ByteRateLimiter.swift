import Synchronization

/// Limits the bytes per second of several readers together.
///
/// Each caller reserves the time for its bytes.
final class ByteRateLimiter: Sendable {
    /// The unused time that may be spent in one burst.
    private static let credit = Duration.milliseconds(250)
    private let bytesPerSecond: Int
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    /// The end of the reserved time, since the start.
    private let reserved = Mutex(Duration.zero)

    init(bytesPerSecond: Int, clock: some Clock<Duration>) {
        self.bytesPerSecond = max(1, bytesPerSecond)
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }

    /// Waits until a number of bytes may be sent.
    func wait(for bytes: Int) async throws {
        let pause = reserved.withLock { end in
            let now = elapsed()
            let turn = max(end, now - Self.credit)
            end = turn + .seconds(bytes) / bytesPerSecond
            return turn - now
        }
        if pause > .zero { try await sleep(pause) }
    }
}
