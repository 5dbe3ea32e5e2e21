import FermataDomain
import Synchronization

/// A queue whose consumer receives all waiting events at once, so that many events need one redraw.
final class TUIEventQueue<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (wakeUps, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ event: Event) {
        events.withLock { $0.append(event) }
        continuation.yield()
    }

    /// Calls `body` with all waiting events each time events arrive, until it returns false.
    func forEachBatch(_ body: ([Event]) throws -> Bool) async rethrows {
        for await _ in wakeUps {
            let batch = events.withLock { events in
                defer { events = [] }
                return events
            }
            guard try body(batch) else { return }
        }
    }

    /// Waits until a matching event arrives or the time-out ends. Call it last: it ends the sequence of wake-ups.
    func wait(
        for isMatch: @escaping @Sendable (Event) -> Bool, timeout: Duration, clock: any Clock<Duration>
    ) async {
        try? await withDeadline(timeout, clock: clock, error: CancellationError()) {
            await self.forEachBatch { !$0.contains(where: isMatch) }
        }
    }
}
