import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Nominatim responses")
struct NominatimResponseTests {
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

    @Test("reports a refused connection as unreachable")
    func reportsRefusedConnection() async throws {
        try await withServer { server, fetcher in
            await server.stop()
            let failure = await #expect(throws: SourceFailure.self) {
                try await fetcher.nominatim(server).places(at: "Seoul", limit: 1)
            }
            #expect(failure?.kind == .unreachable)
            #expect(failure?.cause == .connectionRefused)
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
