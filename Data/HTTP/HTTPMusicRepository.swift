package import AsyncHTTPClient
package import FermataDomain
package import Foundation
import NIOCore
import NIOHTTP1

/// Provides the music of a catalogue document behind a URL: one object, an array of objects, or NDJSON.
package struct HTTPMusicRepository: RemoteMusicRepository {
    private let document: HTTPDocument<RecordDecoder>

    /// Throws `SourceError.invalidAddress` for an address that is not `http` or `https`, or contains a password.
    ///
    /// `client` comes from `HTTPClient.fermata`. A date in `Retry-After` is measured from `now`.
    package init(
        address: String, client: HTTPClient, network: NetworkGuard = NetworkGuard(), userAgent: String,
        timeouts: HTTPTimeouts = HTTPTimeouts(), limits: CatalogueLimits = CatalogueLimits(),
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) throws(SourceError) {
        do throws(InvalidAddress) {
            document = HTTPDocument(
                address: try CatalogueAddress(address), client: client, network: network, userAgent: userAgent,
                timeouts: timeouts, limits: limits, clock: clock, now: now)
        } catch {
            throw .invalidAddress(error)
        }
    }

    package func batches(since revision: String?) -> RemoteFetch<RemoteBatch> { document.batches(since: revision) }
}

/// Streams a document behind a URL: one object, an array of objects, or NDJSON.
struct HTTPDocument<Decoder: DocumentDecoder>: Sendable {
    let address: CatalogueAddress
    let client: HTTPClient
    let network: NetworkGuard
    let userAgent: String
    let timeouts: HTTPTimeouts
    let limits: CatalogueLimits
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    /// Fetches the document. Time in which a batch is processed does not count towards the stall limit.
    func batches(since revision: String?) -> RemoteFetch<Decoder.Batch> {
        RemoteFetch { send in
            let stallDetector = StallDetector(timeouts: timeouts)
            return try await stallDetector.watch(address.shown, on: clock) {
                try await SourceFailure.reporting(address.shown, limits: limits) {
                    try await network.run(for: address, client: client) { firewall in
                        try await fetch(since: revision, firewall, stallDetector, send: send)
                    }
                }
            }
        }
    }

    /// Requests the document once and divides it into batches while it arrives.
    private func fetch(
        since revision: String?, _ firewall: RequestFirewall, _ stallDetector: StallDetector,
        send: @escaping RemoteFetch<Decoder.Batch>.Send
    ) async throws -> RemoteFetchResult {
        let conditions = revision.map { HTTPRevision($0).conditions } ?? []
        stallDetector.measure(.head)
        let response = try await client.follow(request(conditions), through: firewall)
        stallDetector.measure(.body)
        switch response.status.code {
        case 200, 203, 204:
            try await read(response, stallDetector, send: send)
            return .complete(revision: HTTPRevision(response.headers)?.text)
        case 304 where !conditions.isEmpty: return .unchanged
        default: throw SourceFailure(response, address: address.shown, now: now())
        }
    }

    private func read(
        _ response: HTTPClientResponse, _ stallDetector: StallDetector,
        send: @escaping RemoteFetch<Decoder.Batch>.Send
    ) async throws {
        let base = CatalogueAddress.withoutUser(response.url ?? address.url)
        var reader = DocumentReader(
            limits: limits, isPacked: response.headers.contains(name: "Content-Encoding"),
            decoder: Decoder(base: base, depthLimit: limits.depth))
        do {
            for try await chunk in response.body {
                stallDetector.measure(nil)
                stallDetector.receive(chunk.readableBytes)
                for batch in try reader.read(chunk) { try await send(batch) }
                stallDetector.measure(.body)
            }
            stallDetector.measure(nil)
            for batch in try reader.finish() { try await send(batch) }
        } catch {
            stallDetector.measure(nil)
            let complete = reader.completeBatches()
            // The stall detector cancels this task, in which nothing can be sent any more.
            try await Task { for batch in complete { try await send(batch) } }.value
            throw error
        }
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
