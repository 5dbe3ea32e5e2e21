package import AsyncHTTPClient
package import FermataDomain
package import Foundation
import NIOCore
import NIOHTTP1

/// Finds addresses through a server with Nominatim's protocol, with one request per search.
///
/// For a public server, wrap it in `RateLimitedGeocoder` and `CachingGeocoder`, as the server's policy demands.
/// Source: https://operations.osmfoundation.org/policies/nominatim/
package struct NominatimGeocoder: Geocoder {
    private static let bodyLimit = 1 << 20
    private let address: NominatimAddress
    private let language: String?
    private let client: @Sendable () -> HTTPClient
    private let userAgent: String
    private let deadline: Duration
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// Creates a geocoder for a server. Throws `InvalidAddress` for an address that is not `http` or `https`,
    /// or that contains a user name or password.
    ///
    /// `language` is the language of the places' names, as in `Accept-Language`. The deadline is for the complete
    /// response. `client` is called before each request and returns a client from `HTTPClient.fermata`. A date in
    /// `Retry-After` is measured from `now`.
    package init(
        server: String, language: String? = nil, client: @escaping @Sendable () -> HTTPClient, userAgent: String,
        deadline: Duration = .seconds(10), clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date
    ) throws(InvalidAddress) {
        address = try NominatimAddress(server: server)
        self.language = language
        self.client = client
        self.userAgent = userAgent
        self.deadline = deadline
        self.clock = clock
        self.now = now
    }

    package func places(at address: String, limit: Int) async throws -> [Place] {
        try Task.checkCancellation()
        guard limit > 0, address.isPossibleAddress else { return [] }
        let failure = SourceFailure(.timedOut(after: deadline), address: self.address.shown)
        let places = try await withDeadline(deadline, clock: clock, error: failure) {
            try await search(address, limit: limit)
        }
        return Array(places.prefix(limit))
    }

    private func search(_ text: String, limit: Int) async throws -> [Place] {
        try await SourceFailure.reporting(address.shown) {
            let response = try await client().follow(request(text, limit: limit))
            guard response.status == .ok else {
                throw SourceFailure(response, address: address.shown, now: now())
            }
            return try NominatimResponse.places(in: try await response.bytes(upTo: Self.bodyLimit))
        }
    }

    private func request(_ text: String, limit: Int) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address.search(text, limit: limit, language: language))
        request.headers.add(name: "User-Agent", value: userAgent)
        request.headers.add(name: "Accept", value: "application/json")
        request.headers.add(name: "Accept-Encoding", value: "gzip")
        return request
    }
}
