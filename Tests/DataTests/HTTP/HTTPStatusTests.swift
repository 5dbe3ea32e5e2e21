import FermataDomain
import TestServer
import Testing

@Suite("Statuses of an HTTP catalogue")
struct HTTPStatusTests {
    @Test(
        "distinguishes temporary from permanent failures by status",
        arguments: [
            (404, SourceFailure.Kind.refused), (401, .refused),
            (410, .refused), (206, .refused),
            (302, .refused), (500, .unreachable),
            (502, .unreachable), (503, .unreachable),
            (429, .busy(retryAfter: nil)),
        ])
    func mapsStatusToKind(code: Int, kind: SourceFailure.Kind) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .status(code))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure == SourceFailure(.status(code), address: server.url("/songs")))
            #expect(failure?.isTransient == (kind != .refused))
            #expect(server.requests.count == 1)
        }
    }

    @Test(
        "reads the waiting time of a busy server from Retry-After",
        arguments: [429, 503], [("7", Duration.seconds(7)), ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60))])
    func readsRetryAfter(code: Int, requested: (String, Duration)) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .status(code, headers: ["Retry-After": requested.0]))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .busy(retryAfter: requested.1))
        }
    }

    @Test("reads the catalogue after one failed attempt")
    func readsAfterFailure() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .failures(status: 500, times: 1, then: .json(record("a"))))
            let failure = try await fetcher.failure(server.url("/songs"))
            let titles = try await fetcher.fetch(server.url("/songs")).titles
            #expect(failure?.kind == .unreachable)
            #expect(titles == ["a"])
        }
    }

    @Test("treats status 204 as an empty document")
    func treatsNoContentAsEmpty() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .status(204))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure == SourceFailure(.content(.empty), address: server.url("/songs")))
        }
    }
}
