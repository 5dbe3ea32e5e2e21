import FermataApp
import Testing

@Suite("Limiting the number of tasks that run at once", .timeLimit(.minutes(3)))
struct TaskLimiterTests {
    @Test("runs as many tasks as its limit, and all of them")
    func limitsTasks() async throws {
        let limiter = TaskLimiter(2)
        let counts = Counts()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await limiter.run {
                        await counts.begin()
                        for _ in 0..<5 { await Task.yield() }
                        await counts.end()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await counts.all == 20)
        #expect(await counts.most == 2)
    }

    private actor Counts {
        private var running = 0
        private(set) var (most, all) = (0, 0)

        func begin() {
            running += 1
            most = max(most, running)
        }

        func end() {
            running -= 1
            all += 1
        }
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
