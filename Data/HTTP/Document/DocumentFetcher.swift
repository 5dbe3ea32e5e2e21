import AsyncAlgorithms
import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOCore
import NIOHTTP1

/// Fetches a document once and cuts it into batches as it comes.
struct DocumentFetcher<Decoder: DocumentDecoder>: Sendable {
    let address: CatalogueAddress
    let client: HTTPClient
    let userAgent: String
    let limits: CatalogueLimits
    let now: @Sendable () -> Date

    /// Throws `SourceFailure`, or `CancellationError` where the task was cancelled.
    func fetch(
        since revision: String?, into batches: AsyncThrowingChannel<Decoder.Batch, any Error>, _ meter: StallDetector
    ) async throws -> RemoteFetchResult {
        do {
            return try await answer(since: revision.map { HTTPRevision($0) }, into: batches, meter)
        } catch let failure as SourceFailure {
            throw failure
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw SourceFailure(transport: error, address: address.shown, limits: limits)
        }
    }

    private func answer(
        since revision: HTTPRevision?, into batches: AsyncThrowingChannel<Decoder.Batch, any Error>,
        _ meter: StallDetector
    ) async throws -> RemoteFetchResult {
        let conditions = revision?.conditions ?? []
        meter.restart(.head)
        let response = try await client.follow(request(conditions))
        meter.restart(.body)
        switch try HTTPDocumentResponse(
            response, wasConditional: !conditions.isEmpty, address: address.shown, now: now())
        {
        case .unchanged: return .unchanged
        case .document(let revision):
            try await read(response, into: batches, meter)
            return .complete(revision: revision?.text)
        }
    }

    private func read(
        _ response: HTTPClientResponse, into batches: AsyncThrowingChannel<Decoder.Batch, any Error>,
        _ meter: StallDetector
    ) async throws {
        let base = CatalogueAddress.withoutUser(response.url ?? address.url)
        var reader = DocumentReader(
            limits: limits, isPacked: response.headers.contains(name: "Content-Encoding"),
            decoder: Decoder(base: base, depthLimit: limits.depth))
        for try await piece in response.body {
            meter.restart(nil)
            for batch in try reader.read(piece) { await batches.send(batch) }
            meter.restart(.body)
        }
        meter.restart(nil)
        for batch in try reader.finish() { await batches.send(batch) }
    }

    private func request(_ conditions: [(String, String)]) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address.text)
        request.headers.add(name: "User-Agent", value: userAgent)
        request.headers.add(name: "Accept", value: "application/json, application/x-ndjson;q=0.9, */*;q=0.1")
        request.headers.add(name: "Accept-Encoding", value: "gzip")
        request.headers.add(contentsOf: conditions)
        return request
    }
}
