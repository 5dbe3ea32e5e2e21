import FermataContracts
import FermataData
import FermataDomain
import TestServer
import TestTraits
import Testing

@Suite("An HTTP catalogue and a slow consumer", .deadline)
struct HTTPBackPressureTests {
    @Test("the time in which a batch is processed does not count towards the stall limit")
    func ignoresProcessingTime() async throws {
        try await withServer(timeouts: HTTPTimeouts(firstByte: .seconds(8), stall: .seconds(8))) { server, fetcher in
            server.answer("/songs", .ndjson(count: 2_500))
            let clock = SteppedClock()
            var counts: [Int] = []
            for try await case .batch(let batch) in try fetcher.with(clock: clock).repository(server.url("/songs"))
                .batches(since: nil)
            {
                counts.append(batch.records.count)
                // The chunk that completes the first batch begins the second one, which is ready, too: the fetch
                // waits for this loop. Eight steps are the limit.
                if counts.count == 1 { for _ in 1...100 { await clock.step() } }
            }
            #expect(counts.first == 2_000 && counts.reduce(0, +) == 2_500)
        }
    }

    @Test("stops reading an endless catalogue when its consumer stops")
    func stopsWithItsConsumer() async throws {
        let closed = TestServer.Gate()
        try await withServer { server, fetcher in
            server.answer("/songs", .endless(record("a") + "\n", closed: closed))
            for try await _ in try fetcher.repository(server.url("/songs")).batches(since: nil) { break }
            while !closed.isOpen { await Task.yield() }
        }
    }
}
