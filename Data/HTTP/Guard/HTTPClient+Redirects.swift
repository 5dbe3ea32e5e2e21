import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension HTTPClient {
    static let redirectLimit = 5
    /// The number of bytes of a redirect's own body that are read so that its connection can be reused.
    private static let redirectBodyBytes = 4_096

    /// Sends a request and follows up to five redirects to `http` and `https` addresses.
    ///
    /// `target` returns the next address, and nil for a response to return. `HTTPClient` itself follows no redirect:
    /// SwiftNIO crashes on an invalid port number. Throws `HTTPClientError.redirectLimitReached` or
    /// `.redirectCycleDetected`.
    ///
    /// A firewall chooses the client for each address, and may refuse the address.
    func follow(
        _ request: HTTPClientRequest, through firewall: RequestFirewall? = nil,
        to target: (HTTPClientResponse, _ address: String) throws -> String? = { $0.redirectTarget(from: $1) }
    ) async throws -> HTTPClientResponse {
        var request = request
        var visited: Set<String> = [request.url]
        while true {
            let client = try await firewall?.client(for: request.url) ?? self
            let response = try await client.send(request)
            guard let next = try target(response, request.url) else { return response }
            guard visited.count <= Self.redirectLimit else { throw HTTPClientError.redirectLimitReached }
            guard visited.insert(next).inserted else { throw HTTPClientError.redirectCycleDetected }
            var bytesRead = 0
            for try await chunk in response.body {
                bytesRead += chunk.readableBytes
                if bytesRead > Self.redirectBodyBytes { break }
            }
            request.url = next
        }
    }
}

extension HTTPClientResponse {
    /// Where a redirect leads (RFC 9110, 15.4); nil for any other response.
    var redirectLocation: String? { status.isRedirect ? headers.first(name: "Location") : nil }

    /// The absolute address of a redirect to the web; nil for any other response.
    func redirectTarget(from address: String) -> String? {
        redirectLocation.flatMap { CatalogueAddress(redirect: $0, from: address)?.text }
    }
}
