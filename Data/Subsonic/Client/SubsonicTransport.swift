import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOCore
import NIOHTTP1

/// Sends the HTTP requests of a client, and follows redirects only to the same server, which may know the credentials.
struct SubsonicTransport: Sendable {
    let client: HTTPClient
    let userAgent: String
    let timeouts: HTTPTimeouts
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    /// Returns the content of a response with status 200, read by `reader`.
    ///
    /// Sends the parameters in the body if `usesForm` is true, else in the address. Throws `SourceFailure`.
    func content<Content>(
        of endpoint: String, _ parameters: [(name: String, value: String)], usesForm: Bool,
        reader: SubsonicResponseReader<Content>
    ) async throws -> Result<Content, SubsonicError> {
        let detector = StallDetector(timeouts: timeouts)
        return try await detector.watch(endpoint, on: clock) {
            detector.measure(.head)
            let response = try await SourceFailure.reporting(endpoint) {
                try await send(to: endpoint, parameters, usesForm: usesForm) {
                    $0.headers.add(name: "Accept-Encoding", value: "gzip")
                }
            }
            guard response.status == .ok else { throw SourceFailure(response, address: endpoint, now: now()) }
            return try await SourceFailure.reporting(endpoint) {
                detector.measure(.body)
                return try await content(of: response, reader: reader, receive: detector.receive)
            }
        }
    }

    /// Reads a body, and calls `receive` with the number of bytes of each chunk.
    ///
    /// Throws `ContentFailure`.
    func content<Content>(
        of response: HTTPClientResponse, reader: SubsonicResponseReader<Content>, receive: (Int) -> Void = { _ in }
    ) async throws -> Result<Content, SubsonicError> {
        var reader = reader
        let isPacked = response.headers.contains(name: "Content-Encoding")
        for try await chunk in response.body {
            receive(chunk.readableBytes)
            try chunk.withUnsafeReadableBytes { try reader.read($0, isPacked: isPacked) }
        }
        return try reader.finish()
    }

    /// Sends a request with the parameters in its address.
    func get(
        _ endpoint: String, _ parameters: [(name: String, value: String)],
        _ prepare: @Sendable (inout HTTPClientRequest) -> Void
    ) async throws -> HTTPClientResponse {
        try await send(to: endpoint, parameters, usesForm: false, prepare)
    }

    private func send(
        to endpoint: String, _ parameters: [(name: String, value: String)], usesForm: Bool,
        _ prepare: @Sendable (inout HTTPClientRequest) -> Void
    ) async throws -> HTTPClientResponse {
        let encoded = parameters.formEncoded
        let query = usesForm ? "" : "?\(encoded)"
        var request = HTTPClientRequest(url: endpoint + query)
        request.headers.add(name: "User-Agent", value: userAgent)
        prepare(&request)
        if usesForm {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: encoded))
        }
        return try await client.follow(request) { response, address in
            try response.redirectLocation.map { try target(of: $0, from: address, endpoint) + query }
        }
    }

    /// The address of a redirect without its query, which the parameters replace.
    ///
    /// Throws `SourceFailure` for another server. On default ports, the same host on TLS is the same server.
    private func target(of location: String, from address: String, _ endpoint: String) throws -> String {
        guard let target = CatalogueAddress(redirect: location, from: address) else {
            throw SourceFailure(.redirect(.invalidAddress), address: endpoint)
        }
        let isSame = CatalogueAddress.authority(of: target.text) == CatalogueAddress.authority(of: address)
        let isDowngrade = address.lowercased().hasPrefix("https:") && target.url.scheme?.lowercased() == "http"
        let ports = (target.url.port ?? 443, URL(string: address)?.port ?? 80)
        let isUpgrade =
            target.url.scheme?.lowercased() == "https" && address.lowercased().hasPrefix("http:")
            && target.url.host()?.lowercased() == URL(string: address)?.host()?.lowercased()
            && ports == (443, 80)
        guard (isSame && !isDowngrade) || isUpgrade else {
            throw SourceFailure(.redirect(.otherServer(target.url.host() ?? "")), address: endpoint)
        }
        return target.shown
    }
}
