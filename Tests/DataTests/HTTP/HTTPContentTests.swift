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
            ("", ContentFailure.empty), ("<html><body>Please log in</body></html>", .webPage),
            ("[{}, {}}]", .notJSON(byte: UInt8(ascii: "}"), at: 7)),
            ("[{}", .incompleteJSON(after: 3)),
        ])
    func reportsInvalidContent(content: String, failure expected: ContentFailure) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .html(content))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure == SourceFailure(.content(expected), address: server.url("/songs")))
        }
    }

    @Test("sends the complete records before invalid content")
    func sendsRecordsBeforeInvalidContent() async throws {
        try await withServer { server, fetcher in
            let records = (1...2_500).map { record("\($0)") }
            server.answer("/songs", .html("[\(records.joined(separator: ",")),,]"))
            let (titles, failure) = try await fetcher.titlesBeforeFailure(server.url("/songs"))
            #expect(failure?.kind == .badData && titles == (1...2_500).map(String.init))
        }
    }

    @Test("stops reading an endless document at the limit")
    func stopsEndlessDocument() async throws {
        let limits = CatalogueLimits(documentBytes: 1 << 17)
        try await withServer(limits: limits) { server, fetcher in
            server.answer("/songs", .endless(record("a") + "\n"))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(
                failure
                    == SourceFailure(
                        .content(.tooLarge(limit: 128 << 10, isUnpacked: false)), address: server.url("/songs")))
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
            #expect(failure?.cause == .content(.compressionRatio(limit: 200)))
        }
    }

    @Test("rejects a document whose decompressed size exceeds the limit")
    func rejectsLargeDecompressedDocument() async throws {
        let limits = CatalogueLimits(documentBytes: 100_000)
        try await withServer(limits: limits) { server, fetcher in
            server.answer("/songs", try .gzip(Data(GeneratedSong.ndjson(count: 3_000).utf8)))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .badData)
            #expect(failure?.cause == .content(.tooLarge(limit: 100_000, isUnpacked: true)))
        }
    }

    @Test("rejects damaged gzip data")
    func rejectsDamagedGzip() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .claimedGzip(Data(record("a").utf8)))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .badData)
            #expect(failure?.cause == .content(.damagedCompression))
        }
    }

    @Test("ignores bytes after the stated content length")
    func ignoresBytesAfterContentLength() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .understated("[\(record("a"))]", claiming: 10))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .badData)
            #expect(failure?.cause == .content(.incompleteJSON(after: 10)))
        }
    }
}
