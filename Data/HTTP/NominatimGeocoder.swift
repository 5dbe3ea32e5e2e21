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
        deadline: Duration = .seconds(10), clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) throws(InvalidAddress) {
        address = try NominatimAddress(server: server)
        (self.language, self.client, self.userAgent) = (language, client, userAgent)
        (self.deadline, self.clock, self.now) = (deadline, clock, now)
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

/// The search address of a Nominatim server.
///
/// Source: https://nominatim.org/release-docs/latest/api/Search/
struct NominatimAddress: Sendable {
    /// The largest number of results that Nominatim returns.
    private static let limit = 40
    private let parts: URLComponents
    /// The address as shown to people: without its query, which may contain a key.
    let shown: String

    /// Throws `InvalidAddress` for an address that is not `http` or `https`, or contains a password.
    init(server: String) throws(InvalidAddress) {
        let base = try CatalogueAddress(server)
        guard var parts = URLComponents(url: base.url, resolvingAgainstBaseURL: true) else {
            throw .notAURL
        }
        while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
        parts.percentEncodedPath += "/search"
        parts.fragment = nil
        self.parts = parts
        shown = String((parts.string ?? server).prefix { $0 != "?" })
    }

    /// Returns the address of one search. The query of the server's own address is preserved.
    func search(_ text: String, limit: Int, language: String?) -> String {
        var items = [("q", text), ("format", "jsonv2"), ("limit", "\(min(limit, Self.limit))")]
        if let language { items.append(("accept-language", language)) }
        let query = items.map { "\($0)=\($1.percentEncoded)" }
        var parts = parts
        parts.percentEncodedQuery = ([parts.percentEncodedQuery].compactMap { $0 } + query).joined(separator: "&")
        return parts.string ?? shown
    }
}

/// The response of a Nominatim server to a search: an array of places, the likeliest first.
///
/// Source: https://nominatim.org/release-docs/latest/api/Output/
enum NominatimResponse {
    /// Decodes the places that have a name and a coordinate. Throws `ContentFailure` if none of them has both.
    static func places(in content: Data) throws(ContentFailure) -> [Place] {
        let records: [Record]
        do {
            records = try JSONDecoder().decode([Record].self, from: content)
        } catch {
            throw documentError(for: content)
        }
        let places = records.compactMap(\.place)
        if places.isEmpty, !records.isEmpty { throw ContentFailure.invalidResponse }
        return places
    }

    private static func documentError(for content: Data) -> ContentFailure {
        switch content.first(where: { !ASCII.isSpace($0) }) {
        case nil: .empty
        case ASCII.lessThan: .webPage
        default: .invalidResponse
        }
    }

    private struct Record: Decodable {
        let place: Place?

        private enum Key: String, CodingKey {
            case lat, lon
            case name = "display_name"
        }

        init(from decoder: any Decoder) throws {
            let values = try? decoder.container(keyedBy: Key.self)  // nil for an element that is no object
            let numbers = [Key.lat, .lon].compactMap { key in values.flatMap { Self.number(key, in: $0) } }
            guard numbers.count == 2, let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1]),
                let name = try? values?.decode(String.self, forKey: .name), !name.isEmpty
            else {
                place = nil
                return
            }
            place = Place(name: name, coordinate: coordinate)
        }

        /// Decodes a number. Nominatim writes it as text, compatible servers as a number.
        private static func number(_ key: Key, in values: KeyedDecodingContainer<Key>) -> Double? {
            if let text = try? values.decode(String.self, forKey: key) { return Double(text) }
            return try? values.decode(Double.self, forKey: key)
        }
    }
}
