import FermataData
import FermataDomain
import TestServer
import Testing

@Suite("A pass over a catalogue that is cancelled")
struct HTTPCancellationTests {
    @Test("a pass that waits for an answer ends")
    func silent() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .silent)
            let repository = try fetcher.repository(server.url("/songs"))
            let pass = Task { try await repository.deliverAll(since: nil) { _ in } }
            while server.requests.isEmpty { await Task.yield() }
            pass.cancel()
            await #expect(throws: CancellationError.self) { try await pass.value }
        }
    }

    @Test("a pass over an endless catalogue ends while it delivers")
    func delivering() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .endless(record("a") + "\n"))
            let repository = try fetcher.repository(server.url("/songs"))
            let (batches, continuation) = AsyncStream.makeStream(of: Int.self)
            let pass = Task {
                try await repository.deliverAll(since: nil) { continuation.yield($0.records.count) }
            }
            for await count in batches where count > 0 { break }
            pass.cancel()
            await #expect(throws: CancellationError.self) { try await pass.value }
        }
    }

    @Test("a pass that is cancelled before it begins asks for nothing")
    func before() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .silent)
            let repository = try fetcher.repository(server.url("/songs"))
            let (gate, continuation) = AsyncStream.makeStream(of: Void.self)
            let pass = Task {
                for await _ in gate {}
                return try await repository.deliverAll(since: nil) { _ in }
            }
            pass.cancel()
            continuation.finish()
            await #expect(throws: CancellationError.self) { try await pass.value }
        }
    }
}
