import AsyncHTTPClient
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
        address: CatalogueAddress, client: HTTPClient, redirects: RedirectGuard, userAgent: String,
        timeouts: HTTPTimeouts,
        limits: CatalogueLimits, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        self.address = address
        fetcher = DocumentFetcher(
            address: address, client: client, redirects: redirects, userAgent: userAgent, limits: limits, now: now)
        self.timeouts = timeouts
        self.clock = clock
    }

    /// Fetches the document. Time in which a batch is processed does not count towards the stall limit.
    func batches(since revision: String?) -> RemoteFetch<Batch> {
        RemoteFetch { send in
            let stallDetector = StallDetector(timeouts: timeouts)
            return try await stallDetector.watch(address.shown, on: clock) {
                try await fetcher.fetch(since: revision, stallDetector, send: send)
            }
        }
    }
}
