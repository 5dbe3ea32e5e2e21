package import AsyncHTTPClient
package import FermataDomain
package import Foundation
import NIOCore
import NIOHTTP1

/// The pictures of music, read from the addresses that the library knows of them: one try.
package struct HTTPArtworkRepository: ArtworkRepository {
    private let client: @Sendable () -> HTTPClient
    private let addressGuard: AddressGuard
    private let userAgent: String
    private let byteLimit: Int
    private let deadline: Duration
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// A picture longer than the limit, in bytes, counts as bad; the deadline is for the whole answer.
    ///
    /// The client is one made by `HTTPClient.fermata`, asked for once there is something to ask; `now` is what a
    /// date to come back at is measured from.
    package init(
        client: @escaping @Sendable () -> HTTPClient, guardedBy addressGuard: AddressGuard, userAgent: String,
        byteLimit: Int = 10 << 20, deadline: Duration = .seconds(20), clock: any Clock<Duration> = ContinuousClock(),
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

    package func picture(of music: Music) async throws -> ArtworkImage? {
        guard let text = music.artworkURL else { return nil }
        let address: CatalogueAddress
        do {
            address = try CatalogueAddress(text)
        } catch {
            throw SourceFailure(.refused, address: music.title, reason: "its picture has no address of the web")
        }
        return try await addressGuard.run(for: music, client: client()) { gate in
            try await withThrowingTaskGroup(of: ArtworkImage.self) { tasks in
                defer { tasks.cancelAll() }
                tasks.addTask { try await fetch(address, through: gate) }
                tasks.addTask {
                    try await clock.sleep(for: deadline)
                    throw SourceFailure(.unreachable, address: address.shown, reason: "did not come in time")
                }
                return try await tasks.next()
            }
        }
    }

    private func fetch(_ address: CatalogueAddress, through gate: RequestFirewall) async throws -> ArtworkImage {
        var request = HTTPClientRequest(url: address.text)
        request.headers.add(name: "User-Agent", value: userAgent)
        request.headers.add(name: "Accept", value: "image/webp, image/png, image/jpeg, image/gif")
        request.headers.add(name: "Accept-Encoding", value: "identity")
        do {
            let response = try await client().follow(request, through: gate)
            guard response.status == .ok else {
                throw SourceFailure(answer: response, address: address.shown, now: now())
            }
            return try await picture(in: response, from: address)
        } catch {
            throw error is SourceFailure ? error : SourceFailure.reading(error, address: address)
        }
    }

    private func picture(in response: HTTPClientResponse, from address: CatalogueAddress) async throws -> ArtworkImage {
        var bytes = Data()
        for try await piece in response.body {
            bytes.append(contentsOf: piece.readableBytesView)
            if bytes.count > byteLimit {
                throw SourceFailure(.badData, address: address.shown, reason: "is more than \(ByteCount(byteLimit))")
            }
            if bytes.count >= ArtworkImage.formatBytes { _ = try whole(bytes, from: address) }
        }
        return try whole(bytes, from: address)
    }

    private func whole(_ bytes: Data, from address: CatalogueAddress) throws(SourceFailure) -> ArtworkImage {
        if let picture = ArtworkImage(bytes) { return picture }
        throw SourceFailure(
            .badData, address: address.shown, reason: "is no picture: neither JPEG, PNG, WebP nor GIF")
    }
}
