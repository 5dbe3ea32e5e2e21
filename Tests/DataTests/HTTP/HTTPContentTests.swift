import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("Invalid content of an HTTP catalogue")
struct HTTPContentTests {
    @Test(
        "reports invalid content with address and reason",
        arguments: [
            ("", "is empty"), ("<html><body>Please log in</body></html>", "is a web page (HTML), not JSON"),
            ("[{}, {}}]", "is not JSON: unexpected '}' at byte 8"),
            ("[{}", "is not JSON: it ends in the middle, after byte 3"),
        ])
    func reportsInvalidContent(content: String, reason: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .html(content))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure == SourceFailure(.badData, address: server.url("/songs"), reason: reason))
        }
    }

    @Test("stops reading an endless document at the limit")
    func stopsEndlessDocument() async throws {
        let limits = CatalogueLimits(documentBytes: 1 << 17)
        try await withServer(limits: limits) { server, fetcher in
            server.answer("/songs", .endless(record("a") + "\n"))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure == SourceFailure(.badData, address: server.url("/songs"), reason: "is more than 128 KiB"))
        }
    }

    @Test("decompresses a gzip document")
    func decompressesGzip() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", try .gzip(Data(GeneratedSong.ndjson(count: 3_000).utf8)))
            #expect(try await fetcher.fetch(server.url("/songs")).titles.count == 3_000)
        }
    }

    @Test("rejects a document that decompresses to far more than its size")
    func rejectsGzipBomb() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", try .gzipBomb(mebibytes: 32))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .badData)
            #expect(failure?.reason == "unpacks to more than 200 times its size")
        }
    }

    @Test("rejects a document whose decompressed size exceeds the limit")
    func rejectsLargeDecompressedDocument() async throws {
        let limits = CatalogueLimits(documentBytes: 100_000)
        try await withServer(limits: limits) { server, fetcher in
            server.answer("/songs", try .gzip(Data(GeneratedSong.ndjson(count: 3_000).utf8)))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .badData)
            #expect(failure?.reason == "unpacks to more than 100000 bytes")
        }
    }

    @Test("rejects damaged gzip data")
    func rejectsDamagedGzip() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .claimedGzip(Data(record("a").utf8)))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .badData)
            #expect(failure?.reason == "is packed in a damaged way (gzip)")
        }
    }

    @Test("ignores bytes after the stated content length")
    func ignoresBytesAfterContentLength() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .understated("[\(record("a"))]", claiming: 10))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .badData)
            #expect(failure?.reason == "is not JSON: it ends in the middle, after byte 10")
        }
    }
}
