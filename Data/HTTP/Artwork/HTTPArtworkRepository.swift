package import AsyncHTTPClient
package import FermataDomain
package import Foundation
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
        self.client = client
        self.addressGuard = addressGuard
        self.userAgent = userAgent
        self.byteLimit = byteLimit
        self.deadline = deadline
        self.clock = clock
        self.now = now
    }

    package func artwork(of music: Music) async throws -> ArtworkImage? {
        guard let text = music.artworkURL else { return nil }
        let address: CatalogueAddress
        do {
            address = try CatalogueAddress(text)
        } catch {
            throw SourceFailure(.invalidAddress(error), address: music.title)
        }
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
