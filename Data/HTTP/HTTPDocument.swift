import AsyncHTTPClient
import AsyncAlgorithms
import FermataDomain
import Foundation

/// A document behind a URL, read as it comes: one object, an array of objects, or NDJSON.
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

    /// Batches are fetched and cut while the one before is delivered.
    func deliverAll(
        since revision: String?, to deliver: @Sendable (Batch) async throws -> Void
    ) async throws -> RemotePass {
        let batches = AsyncThrowingChannel<Batch, any Error>()
        let meter = WaitMeter(timeouts: timeouts)
        return try await withThrowingTaskGroup(of: RemotePass?.self) { tasks in
            tasks.addTask { try await fetch(since: revision, into: batches, meter) }
            tasks.addTask { try await watch(meter, over: batches) }
            for try await batch in batches { try await deliver(batch) }
            try Task.checkCancellation()
            var pass = RemotePass?.none
            while pass == nil, let result = try await tasks.next() { pass = result }
            tasks.cancelAll()
            return pass ?? .unchanged
        }
    }

    private func fetch(
        since revision: String?, into batches: AsyncThrowingChannel<Batch, any Error>, _ meter: WaitMeter
    ) async throws -> RemotePass {
        do {
            let pass = try await fetcher.fetch(since: revision, into: batches, meter)
            batches.finish()
            return pass
        } catch {
            batches.fail(error)
            throw error
        }
    }

    private func watch(_ meter: WaitMeter, over batches: AsyncThrowingChannel<Batch, any Error>) async throws
        -> RemotePass?
    {
        let wait: WaitMeter.Wait
        do {
            wait = try await meter.tooLong(on: clock)
        } catch is CancellationError {
            return nil
        }
        let time = meter.limit(of: wait).formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .wide))
        let reason = wait == .head ? "did not answer within \(time)" : "stalled: nothing came for \(time)"
        let failure = SourceFailure(.unreachable, address: address.shown, reason: reason)
        batches.fail(failure)
        throw failure
    }
}
