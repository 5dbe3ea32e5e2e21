import AsyncHTTPClient
import FermataData
import FermataDomain
import TestServer
import Testing

@Suite("Nominatim requests")
struct NominatimRequestTests {
    @Test("sends the documented parameters and headers")
    func sendsDocumentedRequest() async throws {
        try await withGeocodingServer { server, fetcher in
            _ = try await fetcher.nominatim(server, language: "ko,en;q=0.5").places(at: "Seoul", limit: 5)
            let request = try #require(server.requests.first)
            #expect(server.requests.count == 1)
            #expect(request.method == "GET")
            #expect(request.path == "/search?q=Seoul&format=jsonv2&limit=5&accept-language=ko%2Cen%3Bq%3D0.5")
            #expect(request["User-Agent"] == "Fermata/1.2.3")
            #expect(request["Accept"] == "application/json")
            #expect(request["Accept-Encoding"] == "gzip")
        }
    }

    @Test(
        "sends the search text unchanged",
        arguments: [
            "\"Royal Albert Hall\", Kensington's Gore", "서울특별시 송파구 올림픽로 300", "C&A, Köln", "a+b c", "10 Street\nLondon",
            "100% #1? x=y&limit=50", "a\u{0}b", "🎸", "a;b/c\\d", "%2B",
        ])
    func escapesSearchText(address: String) async throws {
        try await withGeocodingServer { server, fetcher in
            let places = try await fetcher.nominatim(server).places(at: address, limit: 7)
            #expect(places == [])
            #expect(server.requests.map { $0.query["q"] } == [address])
            #expect(server.requests.map { $0.query["limit"] } == ["7"])
            #expect(server.requests.first?.path.contains("+") == false)
        }
    }

    @Test("preserves the path and query of the server's address", arguments: ["", "/"])
    func preservesServerPathAndQuery(ending: String) async throws {
        try await withGeocodingServer { server, fetcher in
            server.answer(
                "/maps/v1/search", .nominatim(["seoul": [ServedPlace("Seoul", latitude: "1", longitude: "2")]]))
            let places = try await fetcher.nominatim(server, path: "/maps/v1\(ending)?key=secret").places(
                at: "Seoul", limit: 1)
            #expect(places.map(\.name) == ["Seoul"])
            #expect(server.requests.map(\.path) == ["/maps/v1/search?key=secret&q=Seoul&format=jsonv2&limit=1"])
        }
    }

    @Test("sends nothing for an invalid address or a limit of zero")
    func sendsNothingForInvalidSearches() async throws {
        try await withGeocodingServer { server, fetcher in
            let geocoder = try fetcher.nominatim(server)
            for address in ["", " \n", "\u{0}\t", String(repeating: "a", count: 4_001)] {
                #expect(try await geocoder.places(at: address, limit: 5) == [])
            }
            #expect(try await geocoder.places(at: "Seoul", limit: 0) == [])
            #expect(server.requests.isEmpty)
        }
    }

    @Test("requests at most 40 places and returns at most the limit")
    func limitsResults() async throws {
        try await withServer { server, fetcher in
            let fifty = (1...50).map { ServedPlace("Place \($0)", latitude: "\($0)", longitude: "0") }
            server.answer("/search", .document(try ServedPlace.document(fifty)))
            let geocoder = try fetcher.nominatim(server)
            #expect(try await geocoder.places(at: "x", limit: 50).count == 50)
            #expect(try await geocoder.places(at: "x", limit: 3).map(\.name) == ["Place 1", "Place 2", "Place 3"])
            #expect(server.requests.map { $0.query["limit"] } == ["40", "3"])
        }
    }

    @Test(
        "refuses an invalid server address or one with a password",
        arguments: [
            ("ftp://example.org", InvalidAddress.unsupportedScheme("ftp")),
            ("file:///etc/passwd", .unsupportedScheme("file")),
            ("example.org", .notAURL),
            ("http://", .noHost),
            ("http://127.0.0.1:99999", .invalidPort(99999)),
            ("https://me:secret@example.org", .containsCredentials),
        ])
    func refusesInvalidServers(server: String, cause: InvalidAddress) {
        #expect(throws: cause) {
            try NominatimGeocoder(
                server: server, client: { preconditionFailure("nothing is asked") }, userAgent: "x",
                clock: ContinuousClock(), now: { Fetcher.now })
        }
    }
}
