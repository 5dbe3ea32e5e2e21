import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("A catalogue's server that sends what it should not")
struct HTTPContentTests {
    @Test(
        "bad content is an error that names the address and the reason",
        arguments: [
            ("", "is empty"), ("<html><body>Please log in</body></html>", "is a web page (HTML), not JSON"),
            ("[{}, {}}]", "is not JSON: unexpected '}' at byte 8"),
            ("[{}", "is not JSON: it ends in the middle, after byte 3"),
        ])
    func badContent(content: String, reason: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .html(content))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure == SourceFailure(.badData, address: server.url("/songs"), reason: reason))
        }
    }

    @Test("an endless document ends at the limit")
    func endless() async throws {
        let limits = CatalogueLimits(documentBytes: 1 << 17)
        try await withServer(limits: limits) { server, fetcher in
            server.answer("/songs", .endless(record("a") + "\n"))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure == SourceFailure(.badData, address: server.url("/songs"), reason: "is more than 128 KiB"))
        }
    }

    @Test("a packed catalogue is unpacked on its way")
    func gzip() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", try .gzip(Data(GeneratedSong.ndjson(count: 3_000).utf8)))
            #expect(try await fetcher.fetch(server.url("/songs")).titles.count == 3_000)
        }
    }

    @Test("a document that unpacks to far more than it was is an error")
    func gzipBomb() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", try .gzipBomb(mebibytes: 32))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .badData)
            #expect(failure?.reason == "unpacks to more than 200 times its size")
        }
    }

    @Test("a document that unpacks past the limit is an error")
    func gzipLimit() async throws {
        let limits = CatalogueLimits(documentBytes: 100_000)
        try await withServer(limits: limits) { server, fetcher in
            server.answer("/songs", try .gzip(Data(GeneratedSong.ndjson(count: 3_000).utf8)))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .badData)
            #expect(failure?.reason == "unpacks to more than 100000 bytes")
        }
    }

    @Test("a document that is packed in a damaged way is an error")
    func damagedGzip() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .claimedGzip(Data(record("a").utf8)))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .badData)
            #expect(failure?.reason == "is packed in a damaged way (gzip)")
        }
    }

    @Test("content past the length that was named is not read")
    func understated() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .understated("[\(record("a"))]", claiming: 10))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .badData)
            #expect(failure?.reason == "is not JSON: it ends in the middle, after byte 10")
        }
    }
}
