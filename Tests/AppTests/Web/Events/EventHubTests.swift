import NIOCore
import Synchronization
import Testing
import fermata

@Suite("Telling all who listen", .timeLimit(.minutes(3)))
struct EventHubTests {
    @Test("somebody who joins while a state is told learns of it in any case")
    func joining() async throws {
        for round in 1...20_000 {
            let hub = EventHub()
            async let publishing: Void = hub.publish(.library(version: round), isStanding: true)
            let queue = try hub.join()
            await publishing
            hub.close()
            let told = Mutex(0)
            try await queue.forEachBatch { events in told.withLock { $0 += events.readableBytes } }
            try #require(told.withLock { $0 } > 0)
        }
    }
}
