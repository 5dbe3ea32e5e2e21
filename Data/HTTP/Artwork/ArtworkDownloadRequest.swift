import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOCore
import NIOHTTP1

/// Requests a picture.
struct ArtworkDownloadRequest: Sendable {
    let address: CatalogueAddress
    /// Sends a request with these headers and follows its redirects.
    let execute: @Sendable (_ headers: HTTPHeaders) async throws -> HTTPClientResponse
    let byteLimit: Int
    /// The time for the complete response.
    let deadline: Duration
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    /// Throws `SourceFailure`, or `CancellationError` if the task was cancelled.
    func fetch() async throws -> ArtworkImage? {
        let failure = SourceFailure(.timedOut(after: deadline), address: address.shown)
        return try await withDeadline(deadline, clock: clock, error: failure) { try await send() }
    }

    private func send() async throws -> ArtworkImage {
        var headers = HTTPHeaders()
        headers.add(name: "Accept", value: "image/webp, image/png, image/jpeg, image/gif")
        headers.add(name: "Accept-Encoding", value: "identity")
        return try await SourceFailure.reporting(address.shown) {
            let response = try await execute(headers)
            guard response.status == .ok else {
                throw SourceFailure(response, address: address.shown, now: now())
            }
            return try image(
                await response.bytes(upTo: byteLimit) { start in
                    if start.count >= ArtworkImage.formatBytes { _ = try image(start) }
                })
        }
    }

    private func image(_ bytes: Data) throws(SourceFailure) -> ArtworkImage {
        if let picture = ArtworkImage(bytes) { return picture }
        throw SourceFailure(.content(.notAnImage), address: address.shown)
    }
}
