import NIOCore
import Synchronization
import Testing
import fermata

@Suite("Sending events to subscribers", .timeLimit(.minutes(3)))
struct EventHubTests {
    @Test("a subscriber that joins during a publication receives the state")
    func sendsStateToNewSubscriber() async throws {
        for round in 1...20_000 {
            let hub = EventHub()
            async let publishing: Void = hub.publish(.library(version: round), isState: true)
            let queue = try hub.subscribe()
            await publishing
            hub.close()
            let received = Mutex(0)
            try await queue.forEachBatch { events in received.withLock { $0 += events.readableBytes } }
            try #require(received.withLock { $0 } > 0)
        }
    }
}
