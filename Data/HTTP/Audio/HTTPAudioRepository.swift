package import AsyncHTTPClient
package import FermataDomain
package import Foundation
import NIOHTTP1

/// Reads audio from the addresses stored in the library, without retries.
package struct HTTPAudioRepository: AudioRepository {
    private let client: HTTPClient
    private let addressGuard: AddressGuard?
    private let userAgent: String
    private let timeouts: HTTPTimeouts
    private let byteLimit: Int64
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// Creates a repository that rejects audio of more than `byteLimit` bytes.
    ///
    /// `client` comes from `HTTPClient.fermata`. A date in `Retry-After` is measured from `now`.
    package init(
        client: HTTPClient, guardedBy addressGuard: AddressGuard? = nil, userAgent: String,
        timeouts: HTTPTimeouts = HTTPTimeouts(), byteLimit: Int64 = 4 << 30,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        self.client = client
        self.addressGuard = addressGuard
        self.userAgent = userAgent
        self.timeouts = timeouts
        self.byteLimit = byteLimit
        self.clock = clock
        self.now = now
    }

    package func read(_ music: Music, into sink: any AudioSink) async throws {
        let address = try Self.address(of: music)
        guard let addressGuard else { return try await read(address, through: nil, into: sink) }
        try await addressGuard.run(for: music, client: client) { try await read(address, through: $0, into: sink) }
    }

    private func read(
        _ address: CatalogueAddress, through firewall: RequestFirewall?, into sink: any AudioSink
    ) async throws {
        let stallDetector = StallDetector(timeouts: timeouts)
        let request = AudioDownloadRequest(
            address: address,
            execute: { [client, userAgent] headers in
                var request = HTTPClientRequest(url: address.text)
                request.headers = headers
                request.headers.add(name: "User-Agent", value: userAgent)
                return try await client.follow(request, through: firewall)
            }, byteLimit: byteLimit, stallDetector: stallDetector, now: now)
        try await stallDetector.watch(address.shown, on: clock) { try await request.fetch(into: sink) }
    }

    private static func address(of music: Music) throws(SourceFailure) -> CatalogueAddress {
        guard let text = music.audioURL else {
            throw SourceFailure(.noAudio, address: music.title)
        }
        do {
            return try CatalogueAddress(text)
        } catch {
            throw SourceFailure(.invalidAddress(error), address: music.title)
        }
    }
}
