package import AsyncHTTPClient
package import FermataDomain
package import Foundation
import NIOCore
import NIOHTTP1

/// Downloads artwork from the addresses stored in the library, without retries.
package struct HTTPArtworkRepository: ArtworkRepository {
    private let client: @Sendable () -> HTTPClient
    private let addressGuard: AddressGuard
    private let userAgent: String
    private let byteLimit: Int
    private let deadline: Duration
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// Creates a repository that rejects pictures of more than `byteLimit` bytes. The deadline is for the complete
    /// response.
    ///
    /// `client` is called before each request and returns a client from `HTTPClient.fermata`. A date in `Retry-After`
    /// is measured from `now`.
    package init(
        client: @escaping @Sendable () -> HTTPClient, guardedBy addressGuard: AddressGuard, userAgent: String,
        byteLimit: Int = 10 << 20, deadline: Duration = .seconds(20), clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date
    ) {
        (self.client, self.addressGuard, self.userAgent, self.byteLimit) = (client, addressGuard, userAgent, byteLimit)
        (self.deadline, self.clock, self.now) = (deadline, clock, now)
    }

    package func artwork(of music: Music) async throws -> ArtworkImage? {
        guard let text = music.artworkURL else { return nil }
        let address = try CatalogueAddress(text, of: music)
        return try await addressGuard.run(for: music, client: client()) { firewall in
            try await ArtworkDownloadRequest(
                address: address,
                execute: { headers in
                    var request = HTTPClientRequest(url: address.text)
                    request.headers = headers
                    request.headers.add(name: "User-Agent", value: userAgent)
                    return try await client().follow(request, through: firewall)
                }, byteLimit: byteLimit, deadline: deadline, clock: clock, now: now
            ).fetch()
        }
    }
}

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
