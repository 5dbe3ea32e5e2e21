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
        try await withThrowingTaskGroup(of: ArtworkImage.self) { tasks in
            defer { tasks.cancelAll() }
            tasks.addTask { try await send() }
            tasks.addTask {
                try await clock.sleep(for: deadline)
                throw SourceFailure(.timedOut(after: deadline), address: address.shown)
            }
            return try await tasks.next()
        }
    }

    private func send() async throws -> ArtworkImage {
        var headers = HTTPHeaders()
        headers.add(name: "Accept", value: "image/webp, image/png, image/jpeg, image/gif")
        headers.add(name: "Accept-Encoding", value: "identity")
        do {
            let response = try await execute(headers)
            guard response.status == .ok else {
                throw SourceFailure(response, address: address.shown, now: now())
            }
            return try await picture(in: response)
        } catch {
            throw error is SourceFailure ? error : SourceFailure.reading(error, address: address)
        }
    }

    private func picture(in response: HTTPClientResponse) async throws -> ArtworkImage {
        var bytes = Data()
        for try await chunk in response.body {
            bytes.append(contentsOf: chunk.readableBytesView)
            if bytes.count > byteLimit {
                throw SourceFailure(
                    .content(.tooLarge(limit: byteLimit, isUnpacked: false)), address: address.shown)
            }
            if bytes.count >= ArtworkImage.formatBytes { _ = try image(bytes) }
        }
        return try image(bytes)
    }

    private func image(_ bytes: Data) throws(SourceFailure) -> ArtworkImage {
        if let picture = ArtworkImage(bytes) { return picture }
        throw SourceFailure(.content(.notAnImage), address: address.shown)
    }
}
