import FermataDomain
import Synchronization
import Testing

@Suite("Bursts of changes")
struct ChangeDebouncerTests {
    @Test(
        "ends two seconds after the last change, and within 30 seconds",
        arguments: [(1, 2.0), (8, 3.75), (40, 11.75), (200, 30.0)])
    func endsAfterQuietTime(changes: Int, seconds: Double) async {
        let clock = CallingClock()
        let debouncer = ChangeDebouncer(clock: clock)
        // One change at the start, and one after each of the first sleeps.
        clock.onSleep { step in if step < changes { await debouncer.add() } }
        await debouncer.add()
        let ends = await ends(of: debouncer)
        for await _ in ends { break }
        #expect(clock.elapsed == .seconds(seconds))
    }

    @Test("a change after the end starts another burst")
    func startsAgain() async {
        let clock = CallingClock()
        let debouncer = ChangeDebouncer(clock: clock)
        await debouncer.add()
        let ends = await ends(of: debouncer)
        var count = 0
        for await _ in ends {
            count += 1
            if count == 3 { break }
            await debouncer.add()
        }
        #expect(clock.elapsed == .seconds(6))
    }

    private func ends(of debouncer: ChangeDebouncer) async -> AsyncStream<Void> {
        AsyncStream { continuation in
            let task = Task { await debouncer.forEachEnd { continuation.yield() } }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// A clock whose sleeps return at once and end with a call.
private final class CallingClock: Clock {
    private let state = Mutex((steps: 0, elapsed: Duration.zero, call: (@Sendable (Int) async -> Void)?.none))
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }
    var elapsed: Duration { state.withLock { $0.elapsed } }

    func onSleep(_ call: @escaping @Sendable (Int) async -> Void) { state.withLock { $0.call = call } }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let (step, call) = state.withLock { state in
            state.steps += 1
            state.elapsed += now.duration(to: deadline)
            return (state.steps, state.call)
        }
        await call?(step)
    }
}
