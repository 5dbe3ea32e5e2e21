import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

extension HTTPClient {
    static let redirectLimit = 5
    /// The number of bytes of a redirect's own body that are read so that its connection can be reused.
    private static let redirectBodyBytes = 4_096

    /// Sends a request and follows up to five redirects to `http` and `https` addresses.
    ///
    /// A redirect to another scheme is returned unchanged. `HTTPClient` itself follows none: SwiftNIO crashes on an
    /// invalid port number. Throws `HTTPClientError.redirectLimitReached` or `.redirectCycleDetected`.
    ///
    /// A firewall chooses the client for each address, and may refuse the address.
    func follow(
        _ request: HTTPClientRequest, through firewall: RequestFirewall? = nil
    ) async throws -> HTTPClientResponse {
        var request = request
        var visited: Set<String> = [request.url]
        while true {
            let client = try await firewall?.client(for: request.url) ?? self
            let response = try await client.send(request)
            guard let next = response.redirectTarget(from: request.url) else { return response }
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
    /// The absolute address of a redirect to the web (RFC 9110, 15.4); nil for any other response.
    fileprivate func redirectTarget(from address: String) -> String? {
        guard status.isRedirect, let location = headers.first(name: "Location"),
            let target = URL(string: location, relativeTo: URL(string: address))?.absoluteURL
        else { return nil }
        let address = CatalogueAddress.withoutUser(target).absoluteString
        do { return try CatalogueAddress(address).text } catch { return nil }
    }
}
