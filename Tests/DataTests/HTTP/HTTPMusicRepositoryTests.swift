import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("HTTP music repository")
struct HTTPMusicRepositoryTests {
    @Test("returns a long catalogue completely, in order and in batches")
    func returnsBatchesInOrder() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .ndjson(count: 12_345))
            let fetched = try await fetcher.repository(server.url("/songs")).batches(since: nil).collected()
            #expect(fetched.end == .complete(revision: nil))
            #expect(fetched.batches.flatMap(\.records).map(\.position) == Array(1...12_345))
            #expect(fetched.batches.count > 3)
        }
    }

    @Test("sends user agent, accepted types and gzip support")
    func sendsRequestHeaders() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json("[]"))
            _ = try await fetcher.fetch(server.url("/songs?all=1"))
            let request = try #require(server.requests.first)
            #expect(server.requests.count == 1)
            #expect(request.method == "GET")
            #expect(request.path == "/songs?all=1")
            #expect(request["User-Agent"] == "Fermata/1.2.3")
            #expect(request["Accept-Encoding"] == "gzip")
            #expect(request["Accept"]?.hasPrefix("application/json") == true)
            #expect(request["If-None-Match"] == nil)
            #expect(request["Authorization"] == nil)
        }
    }

    @Test("detects the form by content, not by content type", arguments: ["text/plain", "text/html", "nonsense"])
    func ignoresContentType(type: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .document(Data(record("a").utf8), type: type))
            let titles = try await fetcher.fetch(server.url("/songs")).titles
            #expect(titles == ["a"])
        }
    }

    @Test("counts a rejected record and returns the others")
    func skipsRejectedRecord() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json("[\(record("a")), {\"duration\": 1}, \(record("c"))]"))
            let fetched = try await fetcher.fetch(server.url("/songs"))
            #expect(fetched.titles == ["a", "c"])
            #expect(fetched.rejected == [RejectedRecord(position: 2, .missing(field: "title"))])
        }
    }

    @Test("reads a slow catalogue to its end")
    func readsSlowCatalogue() async throws {
        let timeouts = HTTPTimeouts(stall: .seconds(20))
        try await withServer(timeouts: timeouts) { server, fetcher in
            let document = Data((record("a") + "\n" + record("b")).utf8)
            server.answer("/songs", .slow(document, pieceBytes: 7, pause: .milliseconds(1)))
            let titles = try await fetcher.fetch(server.url("/songs")).titles
            #expect(titles == ["a", "b"])
        }
    }

    @Test("reads two catalogues concurrently")
    func readsTwoCataloguesConcurrently() async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .ndjson(count: 5_000))
            server.answer("/b", .ndjson(count: 3_000))
            async let first = fetcher.fetch(server.url("/a"))
            async let second = fetcher.fetch(server.url("/b"))
            let counts = try await [first.titles.count, second.titles.count]
            #expect(counts == [5_000, 3_000])
        }
    }
}
