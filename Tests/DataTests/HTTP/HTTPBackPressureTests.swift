import FermataContracts
import FermataData
import FermataDomain
import TestServer
import TestTraits
import Testing

@Suite("An HTTP catalogue and a slow consumer", .deadline)
struct HTTPBackPressureTests {
    @Test("stops reading an endless catalogue when its consumer stops")
    func stopsWithItsConsumer() async throws {
        let closed = TestServer.Gate()
        try await withServer { server, fetcher in
            server.answer("/songs", .endless(record("a") + "\n", closed: closed))
            for try await _ in try fetcher.repository(server.url("/songs")).batches(since: nil) { break }
            try await waitUntil { closed.isOpen }
        }
    }
}
