package import AsyncHTTPClient
import AsyncAlgorithms
package import FermataDomain
package import Foundation

/// The music of a catalogue document behind a URL: one object, an array of objects, or NDJSON.
package struct HTTPMusicRepository: RemoteMusicRepository {
    private let address: CatalogueAddress
    private let fetcher: DocumentFetcher
    private let timeouts: HTTPTimeouts
    private let clock: any Clock<Duration>

    /// Throws `LibraryError.badSource` for an address that is not of the web, or that holds a name or password.
    ///
    /// The client is one made by `HTTPClient.fermata`; `now` is asked where a server names a date to come back at.
    package init(
        address: String, client: HTTPClient, userAgent: String, timeouts: HTTPTimeouts = HTTPTimeouts(),
        limits: CatalogueLimits = CatalogueLimits(), clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date
    ) throws(LibraryError) {
        self.address = try CatalogueAddress(address)
        fetcher = DocumentFetcher(
            address: self.address, client: client, userAgent: userAgent, limits: limits, now: now)
        self.timeouts = timeouts
        self.clock = clock
    }

    /// Batches are fetched and cut while the one before is delivered.
    package func deliverAll(
        since revision: String?, to deliver: @Sendable (RemoteBatch) async throws -> Void
    ) async throws -> RemotePass {
        let batches = AsyncThrowingChannel<RemoteBatch, any Error>()
        return try await withThrowingTaskGroup(of: RemotePass.self) { tasks in
            tasks.addTask { try await fetch(since: revision, into: batches) }
            for try await batch in batches { try await deliver(batch) }
            try Task.checkCancellation()
            return try await tasks.next() ?? .unchanged
        }
    }

    private func fetch(
        since revision: String?, into batches: AsyncThrowingChannel<RemoteBatch, any Error>
    ) async throws -> RemotePass {
        let meter = WaitMeter(timeouts: timeouts)
        do {
            let pass = try await meter.watch(address.shown, on: clock) {
                try await fetcher.fetch(since: revision, into: batches, meter)
            }
            batches.finish()
            return pass
        } catch {
            batches.fail(error)
            throw error
        }
    }
}
