import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

extension HTTPClient {
    private static let redirectLimit = 5
    /// So much of a redirect's own page is read, so that its connection can be used again.
    private static let pageBytes = 4_096

    /// Asks for what may have moved: up to five redirects are followed, to addresses of the web only.
    ///
    /// A redirect elsewhere is answered as it is. The client follows none itself: SwiftNIO ends the program at a port
    /// that does not exist. Throws `HTTPClientError.redirectLimitReached` or `.redirectCycleDetected`.
    ///
    /// With a gate, that chooses the client for each address, and may refuse it.
    func follow(_ request: HTTPClientRequest, through gate: RequestFirewall? = nil) async throws -> HTTPClientResponse {
        var request = request
        var visited: Set<String> = [request.url]
        while true {
            let client = try await gate?.client(for: request.url) ?? self
            let response = try await client.execute(request, deadline: .distantFuture)
            guard let next = response.redirection(from: request.url) else { return response }
            guard visited.count <= Self.redirectLimit else { throw HTTPClientError.redirectLimitReached }
            guard visited.insert(next).inserted else { throw HTTPClientError.redirectCycleDetected }
            var read = 0
            for try await piece in response.body {
                read += piece.readableBytes
                if read > Self.pageBytes { break }
            }
            request.url = next
        }
    }
}

extension HTTPClientResponse {
    /// Whether it says that what was asked for is elsewhere.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status.code) }

    /// Where a redirect leads, if one can go there (RFC 9110, 15.4).
    fileprivate func redirection(from address: String) -> String? {
        guard isRedirect, let location = headers.first(name: "Location"),
            let target = URL(string: location, relativeTo: URL(string: address))?.absoluteURL
        else { return nil }
        let shown = CatalogueAddress.withoutUser(target).absoluteString
        do { return try CatalogueAddress(shown).text } catch { return nil }
    }
}
