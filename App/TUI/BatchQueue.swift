import Synchronization

/// What happened and was not dealt with yet: all of it is taken at once, so that a screen is drawn once for many keys.
final class BatchQueue<Event: Sendable>: Sendable {
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

    /// Calls `body` with all that has happened, whenever something has, until it answers false.
    func forEachBatch(_ body: ([Event]) throws -> Bool) async rethrows {
        for await _ in wakeUps {
            let batch = events.withLock { events in
                defer { events = [] }
                return events
            }
            guard try body(batch) else { return }
        }
    }

    /// Waits for something to happen, but not longer than so; nothing can be awaited after that.
    func wait(atMost patience: Duration, for isAwaited: @escaping @Sendable (Event) -> Bool) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.forEachBatch { !$0.contains(where: isAwaited) } }
            group.addTask { try? await Task.sleep(for: patience) }  // cancelled, it came in time
            await group.next()
            group.cancelAll()
        }
    }
}
