import FermataApp
import Synchronization
import TestTraits
import Testing

@Suite("Limiting the number of tasks that run at once", .timeLimit(.minutes(1)))
struct TaskLimiterTests {
    @Test("runs as many tasks as its limit, and all of them")
    func limitsTasks() async throws {
        let limiter = TaskLimiter(2)
        let counts = Mutex((running: 0, most: 0, all: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await limiter.run {
                        counts.withLock { counts in
                            counts.running += 1
                            counts.most = max(counts.most, counts.running)
                        }
                        for _ in 0..<5 { await Task.yield() }
                        counts.withLock { counts in
                            counts.running -= 1
                            counts.all += 1
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(counts.withLock { $0.all == 20 && $0.most == 2 })
    }

    @Test("a cancelled task leaves its place to the others, and a failed one as well")
    func skipsCancelledTasks() async throws {
        let limiter = TaskLimiter(1)
        let (isHeld, holds) = AsyncStream.makeStream(of: Void.self)
        let (end, ends) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await limiter.run {
                holds.finish()
                for await _ in end {}
                throw CancellationError()
            }
        }
        for await _ in isHeld {}
        let second = Task { try await limiter.run {} }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        ends.finish()
        await #expect(throws: CancellationError.self) { try await first.value }
        try await limiter.run {}
    }
}
