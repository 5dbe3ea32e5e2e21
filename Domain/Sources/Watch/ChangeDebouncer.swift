/// Combines changes in quick succession: a burst ends two seconds after its last change, and within 30 seconds.
package actor ChangeDebouncer {
    private static let quiet = Duration.seconds(2)
    private static let limit = Duration.seconds(30)
    private static let step = Duration.milliseconds(250)
    private let clock: any Clock<Duration>
    private let starts: AsyncStream<Void>
    private let start: AsyncStream<Void>.Continuation
    private var count = 0

    package init(clock: any Clock<Duration>) {
        self.clock = clock
        (starts, start) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds a change to the burst, or starts one.
    package func add() {
        count += 1
        start.yield()
    }

    /// Calls the body at the end of each burst, until the task is cancelled.
    package func forEachEnd(_ body: @Sendable () -> Void) async {
        var ended = 0
        for await _ in starts where count > ended {
            do {
                ended = try await end()
            } catch {
                return
            }
            body()
        }
    }

    /// Waits for the end, and returns the number of changes up to it.
    private func end() async throws -> Int {
        var (last, quiet, total) = (count, Duration.zero, Duration.zero)
        while quiet < Self.quiet, total < Self.limit {
            try await clock.sleep(for: Self.step)
            total += Self.step
            quiet = count == last ? quiet + Self.step : .zero
            last = count
        }
        return last
    }
}
