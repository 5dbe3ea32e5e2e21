import FermataContracts
import FermataData
import FermataDomain
import TestServer
import TestTraits
import Testing

@Suite("Cancelling an HTTP catalogue")
struct HTTPCancellationTests {
    @Test("cancels while it waits for a response")
    func cancelsWhileWaiting() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .silent)
            let repository = try fetcher.repository(server.url("/songs"))
            let task = Task { try await repository.batches(since: nil).collected() }
            try await waitUntil { !server.requests.isEmpty }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("cancels an endless catalogue while it returns batches")
    func cancelsEndlessCatalogue() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .endless(record("a") + "\n"))
            let repository = try fetcher.repository(server.url("/songs"))
            let (batches, continuation) = AsyncStream.makeStream(of: Int.self)
            let task = Task {
                for try await case .batch(let batch) in repository.batches(since: nil) {
                    continuation.yield(batch.records.count)
                }
            }
            for await count in batches where count > 0 { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("throws CancellationError if it is cancelled before it starts")
    func cancelsBeforeStart() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .silent)
            let repository = try fetcher.repository(server.url("/songs"))
            let (gate, continuation) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                for await _ in gate {}
                return try await repository.batches(since: nil).collected()
            }
            task.cancel()
            continuation.finish()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
