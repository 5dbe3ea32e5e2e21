import AsyncHTTPClient
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Nominatim geocoder")
struct NominatimGeocoderTests {
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

    private func places(_ response: ScriptedResponse) async throws -> [Place] {
        let outcome = Outcome()
        try await withServer { server, fetcher in
            server.answer("/search", response)
            await outcome.set(try await fetcher.nominatim(server).places(at: "somewhere", limit: 5))
        }
        return await outcome.places
    }

    /// The failure of a search; nil if there is none.
    private func failure(_ response: ScriptedResponse) async throws -> SourceFailure? {
        let outcome = Outcome()
        try await withServer { server, fetcher in
            server.answer("/search", response)
            do {
                _ = try await fetcher.nominatim(server, path: "/?key=secret")
                    .places(at: "my street", limit: 5)
            } catch let failure as SourceFailure {
                #expect(failure.address == server.url("/search"))
                await outcome.set(failure)
            }
        }
        return await outcome.failure
    }

    @Test("reads the documented places and ignores other keys")
    func readsPlaces() async throws {
        let result = try await places(
            .document(try ServedPlace.document(SamplePlaces.springfields.map(ServedPlace.init))))
        #expect(result == SamplePlaces.springfields)
        #expect(try await places(.json("[]")) == [])
    }

    @Test("accepts numbers, and skips places without a name or coordinate")
    func skipsInvalidPlaces() async throws {
        let result = try await places(
            .json(
                """
                [{"lat": "91", "lon": "0", "display_name": "north"}, {"lat": "x", "lon": "0", "display_name": "x"},
                 {"lat": "nan", "lon": "inf", "display_name": "nan"}, {"lon": "0", "display_name": "no latitude"},
                 {"lat": "1", "lon": "2"}, {"lat": "1", "lon": "2", "display_name": ""}, 7, null, [],
                 {"lat": 1.5, "lon": -2, "display_name": "good"}]
                """))
        #expect(result == [Place(name: "good", coordinate: try #require(Coordinate(latitude: 1.5, longitude: -2)))])
    }

    @Test("decompresses a gzip response")
    func decompressesGzip() async throws {
        let content = try ServedPlace.document([ServedPlace(SamplePlaces.seoul)])
        #expect(try await places(try .gzip(content)) == [SamplePlaces.seoul])
    }

    @Test("accepts a response of exactly 1 MiB")
    func acceptsResponseOfExactLimit() async throws {
        let padding = String(repeating: " ", count: (1 << 20) - 2)
        #expect(try await places(.json("[]" + padding)) == [])
        #expect(try await failure(.json("[]" + padding + " "))?.kind == .badData)
    }

    @Test(
        "describes invalid responses",
        arguments: [
            (ScriptedResponse.html("<!DOCTYPE html><p>Please log in"), ContentFailure.webPage),
            (.json(""), .empty), (.json(" \n"), .empty),
            (.json("{\"error\": \"no\"}"), .invalidResponse),
            (.json("[{\"lat\": \"1\","), .invalidResponse),
            (.json(String(repeating: "[", count: 100_000)), .invalidResponse),
            (.json("[{\"lat\": \"91\", \"lon\": \"0\", \"display_name\": \"x\"}]"), .invalidResponse),
            (.endless("[]  "), .tooLarge(limit: 1 << 20, isUnpacked: false)),
        ])
    func describesInvalidResponses(response: ScriptedResponse, failure expected: ContentFailure) async throws {
        let failure = try await failure(response)
        #expect(failure?.kind == .badData)
        #expect(failure?.cause == .content(expected))
    }

    @Test(
        "distinguishes temporary from permanent failures by status",
        arguments: [
            (429, ["Retry-After": "60"], SourceFailure.Kind.busy(retryAfter: .seconds(60))),
            (503, ["Retry-After": "5"], .busy(retryAfter: .seconds(5))), (503, [:], .unreachable),
            (403, [:], .refused), (404, [:], .refused), (500, [:], .unreachable),
        ])
    func mapsStatusToKind(code: Int, headers: [String: String], kind: SourceFailure.Kind) async throws {
        #expect(try await failure(.status(code, headers: headers))?.kind == kind)
    }

    @Test(
        "reports a broken connection as unreachable",
        arguments: [
            ScriptedResponse.reset, .cutOff(after: "[{", claiming: 1_000), .cutOff(after: "[{"),
            .raw("220 smtp\r\n"),
        ])
    func reportsTruncatedResponse(response: ScriptedResponse) async throws {
        #expect(try await failure(response)?.kind == .unreachable)
    }

    @Test(
        "reports a response that is incomplete at the deadline as unreachable",
        arguments: [ScriptedResponse.silent, .stalled(after: "[{")])
    func timesOutAtDeadline(response: ScriptedResponse) async throws {
        try await withServer { server, fetcher in
            server.answer("/search", response)
            let clock = SteppedClock()
            let geocoder = try fetcher.with(clock: clock).nominatim(server, deadline: .seconds(7))
            let search = Task { try await geocoder.places(at: "my street", limit: 5) }
            try await waitUntil { !server.requests.isEmpty }
            await clock.step()
            let failure = await #expect(throws: SourceFailure.self) { try await search.value }
            #expect(failure?.kind == .unreachable && clock.pauses == [.seconds(7)])
        }
    }

    @Test("cancels while it waits for a response")
    func cancelsWhileWaiting() async throws {
        try await withServer { server, fetcher in
            server.answer("/search", .silent)
            let geocoder = try fetcher.nominatim(server)
            let asking = Task { try await geocoder.places(at: "Seoul", limit: 1) }
            try await waitUntil { !server.requests.isEmpty }
            asking.cancel()
            await #expect(throws: CancellationError.self) { try await asking.value }
        }
    }

    private actor Outcome {
        private(set) var places: [Place] = []
        private(set) var failure: SourceFailure?

        func set(_ places: [Place]) { self.places = places }
        func set(_ failure: SourceFailure) { self.failure = failure }
    }
}

/// Every geocoder that has to pass the contract.
extension Repositories {
    static let gazetteer = GeocoderFactory("gazetteer") { body in try await body(GazetteerGeocoder()) }

    static let nominatim = GeocoderFactory("Nominatim") { body in
        try await withGeocodingServer { server, fetcher in try await body(try fetcher.nominatim(server)) }
    }

    static let cachedNominatim = GeocoderFactory("Nominatim, cached and rate-limited") { body in
        try await withGeocodingServer { server, fetcher in
            let time = TestTime()
            let library = try SQLiteLibrary.inTemporaryFolder()
            let rateLimited = RateLimitedGeocoder(
                try fetcher.nominatim(server), server: "test", library: library, clock: SleeplessClock(),
                now: { time.now })
            try await body(CachingGeocoder(rateLimited, server: "test", library: library, now: { time.now }))
        }
    }
}

/// Runs a body with a server of sample places.
func withGeocodingServer(_ body: @Sendable (CatalogueServer, Fetcher) async throws -> Void) async throws {
    try await withServer { server, fetcher in
        server.answer("/search", .nominatim(SamplePlaces.answers.mapValues { $0.map(ServedPlace.init) }))
        try await body(server, fetcher)
    }
}

extension ServedPlace {
    init(_ place: Place) {
        self.init(
            place.name, latitude: place.coordinate.latitudeText, longitude: place.coordinate.longitudeText)
    }
}

extension Fetcher {
    func nominatim(
        _ server: CatalogueServer, path: String = "", language: String? = nil, deadline: Duration = .seconds(60)
    ) throws -> NominatimGeocoder {
        try NominatimGeocoder(
            server: server.url(path), language: language, client: { client }, userAgent: "Fermata/1.2.3",
            deadline: deadline, clock: clock, now: { Self.now })
    }
}
