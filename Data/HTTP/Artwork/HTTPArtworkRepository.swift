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
            try await withThrowingTaskGroup(of: ArtworkImage.self) { tasks in
                defer { tasks.cancelAll() }
                tasks.addTask { try await fetch(address, through: firewall) }
                tasks.addTask {
                    try await clock.sleep(for: deadline)
                    throw SourceFailure(.timedOut(after: deadline), address: address.shown)
                }
                return try await tasks.next()
            }
        }
    }

    private func fetch(_ address: CatalogueAddress, through firewall: RequestFirewall) async throws -> ArtworkImage {
        var request = HTTPClientRequest(url: address.text)
        request.headers.add(name: "User-Agent", value: userAgent)
        request.headers.add(name: "Accept", value: "image/webp, image/png, image/jpeg, image/gif")
        request.headers.add(name: "Accept-Encoding", value: "identity")
        do {
            let response = try await client().follow(request, through: firewall)
            guard response.status == .ok else {
                throw SourceFailure(response, address: address.shown, now: now())
            }
            return try await picture(in: response, from: address)
        } catch {
            throw error is SourceFailure ? error : SourceFailure.reading(error, address: address)
        }
    }

    private func picture(in response: HTTPClientResponse, from address: CatalogueAddress) async throws -> ArtworkImage {
        var bytes = Data()
        for try await chunk in response.body {
            bytes.append(contentsOf: chunk.readableBytesView)
            if bytes.count > byteLimit {
                throw SourceFailure(
                    .content(.tooLarge(limit: byteLimit, isUnpacked: false)), address: address.shown)
            }
            if bytes.count >= ArtworkImage.formatBytes { _ = try image(bytes, from: address) }
        }
        return try image(bytes, from: address)
    }

    private func image(_ bytes: Data, from address: CatalogueAddress) throws(SourceFailure) -> ArtworkImage {
        if let picture = ArtworkImage(bytes) { return picture }
        throw SourceFailure(.content(.notAnImage), address: address.shown)
    }
}
