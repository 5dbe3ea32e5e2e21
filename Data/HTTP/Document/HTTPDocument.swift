import AsyncHTTPClient
import AsyncAlgorithms
import FermataDomain
import Foundation

/// Streams a document behind a URL: one object, an array of objects, or NDJSON.
struct HTTPDocument<Decoder: DocumentDecoder>: Sendable {
    typealias Batch = Decoder.Batch

    private let address: CatalogueAddress
    private let fetcher: DocumentFetcher<Decoder>
    private let timeouts: HTTPTimeouts
    private let clock: any Clock<Duration>

    init(
        address: CatalogueAddress, client: HTTPClient, userAgent: String, timeouts: HTTPTimeouts,
        limits: CatalogueLimits, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        self.address = address
        fetcher = DocumentFetcher(address: address, client: client, userAgent: userAgent, limits: limits, now: now)
        self.timeouts = timeouts
        self.clock = clock
    }

    /// Delivers all batches. The next batch is fetched while the current one is delivered.
    func deliverAll(
        since revision: String?, to deliver: @Sendable (Batch) async throws -> Void
    ) async throws -> RemoteFetchResult {
        let batches = AsyncThrowingChannel<Batch, any Error>()
        return try await withThrowingTaskGroup(of: RemoteFetchResult.self) { tasks in
            tasks.addTask { try await fetch(since: revision, into: batches) }
            for try await batch in batches { try await deliver(batch) }
            try Task.checkCancellation()
            return try await tasks.next() ?? .unchanged
        }
    }

    private func fetch(
        since revision: String?, into batches: AsyncThrowingChannel<Batch, any Error>
    ) async throws -> RemoteFetchResult {
        let stallDetector = StallDetector(timeouts: timeouts)
        do {
            let result = try await stallDetector.watch(address.shown, on: clock) {
                try await fetcher.fetch(since: revision, into: batches, stallDetector)
            }
            batches.finish()
            return result
        } catch {
            batches.fail(error)
            throw error
        }
    }
}
