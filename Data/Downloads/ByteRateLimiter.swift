import Synchronization

/// A number of bytes a second that several readers keep to together.
///
/// Whoever comes reserves the time of its bytes.
final class ByteRateLimiter: Sendable {
    /// For so much time that was not used, bytes may follow one another at once.
    private static let credit = Duration.milliseconds(250)
    private let bytesPerSecond: Int
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    /// The end of all time that is reserved, since the beginning.
    private let reserved = Mutex(Duration.zero)

    init(bytesPerSecond: Int, clock: some Clock<Duration>) {
        self.bytesPerSecond = max(1, bytesPerSecond)
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }

    /// Returns when it is the turn of so many bytes.
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
