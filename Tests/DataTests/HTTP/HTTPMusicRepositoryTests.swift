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

    private let date = "Wed, 21 Oct 2015 07:28:00 GMT"

    @Test("sends the entity tag, and 304 means unchanged")
    func sendsEntityTag() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a"), etag: "W/\"v:1\""))
            let revision = try await fetcher.revision(server.url("/songs"))
            let fetched = try await fetcher.fetch(server.url("/songs"), since: revision)
            #expect(fetched == CatalogueFetchResult(end: .unchanged))
            #expect(server.requests.map { $0["If-None-Match"] } == [nil, "W/\"v:1\""])
            #expect(server.requests.map { $0["If-Modified-Since"] } == [nil, nil])
        }
    }

    @Test("sends the modification date, and 304 means unchanged")
    func sendsModificationDate() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a"), lastModified: date))
            let revision = try await fetcher.revision(server.url("/songs"))
            #expect(try await fetcher.fetch(server.url("/songs"), since: revision).end == .unchanged)
            #expect(server.requests.last?["If-Modified-Since"] == date)
        }
    }

    @Test("delivers a changed catalogue completely, with its new revision")
    func deliversChangedCatalogue() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a"), etag: "\"1\"", lastModified: date))
            let revision = try await fetcher.revision(server.url("/songs"))
            server.answer("/songs", .json(record("b"), etag: "\"2\"", lastModified: date))
            let fetched = try await fetcher.fetch(server.url("/songs"), since: revision)
            #expect(fetched.titles == ["b"])
            #expect(fetched.end != .complete(revision: revision))
            #expect(server.requests.last?["If-None-Match"] == "\"1\"")
            #expect(server.requests.last?["If-Modified-Since"] == date)
        }
    }

    @Test(
        "sends validators without control characters whose line has at most 1,024 bytes",
        arguments: [
            ("x", true), ("\"a b\"", true), (String(repeating: "x", count: 1_018), true),
            (String(repeating: "x", count: 1_019), false), ("a\u{7F}", false), ("a\u{1F}", false),
        ])
    func sendsValidValidators(value: String, isSent: Bool) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a")))
            _ = try await fetcher.fetch(server.url("/songs"), since: "ETag: \(value)")
            #expect(server.requests.last?["If-None-Match"] == (isSent ? value : nil))
        }
    }

    @Test("stores an entity tag of one character")
    func storesShortestTag() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a"), etag: "x"))
            let revision = try await fetcher.revision(server.url("/songs"))
            #expect(revision == "ETag: x")
        }
    }

    @Test("does not send an invalid revision", arguments: ["", "nonsense", "ETag: ", "ETag: \u{7}", "\n\n"])
    func ignoresInvalidRevision(revision: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a")))
            let titles = try await fetcher.fetch(server.url("/songs"), since: revision).titles
            #expect(titles == ["a"])
            #expect(server.requests.last?["If-None-Match"] == nil)
        }
    }

    @Test("refuses status 304 for an unconditional request")
    func refusesUnrequested304() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .status(304))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .refused)
            #expect(failure?.cause == .status(304))
        }
    }

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

    @Test("treats status 204 as an empty document")
    func treatsNoContentAsEmpty() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .status(204))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure == SourceFailure(.content(.empty), address: server.url("/songs")))
        }
    }

    @Test(
        "refuses an invalid address or one with a password before any request",
        arguments: [
            ("songs.json", InvalidAddress.notAURL),
            ("", .notAURL),
            ("http://exa mple.org/", .notAURL),
            ("http://example.org/a b", .notAURL),
            ("file:///etc/passwd", .unsupportedScheme("file")),
            ("FTP://example.org/", .unsupportedScheme("ftp")),
            ("http:///songs.json", .noHost),
            ("http://127.0.0.1:65536/songs.json", .invalidPort(65536)),
            ("https://u:secret@example.org/", .containsCredentials),
            ("https://u@example.org/", .containsCredentials),
            ("https://:secret@example.org/", .containsCredentials),
        ])
    func refusesInvalidAddresses(address: String, cause: InvalidAddress) async throws {
        try await withClient { fetcher in
            #expect(throws: SourceError.invalidAddress(cause)) { try fetcher.repository(address) }
        }
    }

    @Test("accepts ports 1 to 65535", arguments: [(0, false), (1, true), (65_535, true), (65_536, false)])
    func acceptsValidPorts(port: Int, isValid: Bool) async throws {
        try await withClient { fetcher in
            let repository = try? fetcher.repository("http://127.0.0.1:\(port)/songs.json")
            #expect((repository != nil) == isValid)
        }
    }

    @Test(
        "reports failures without query and fragment",
        arguments: ["", "?key=secret", "#part", "?key=secret#part", "#part?key=secret"])
    func reportsAddressWithoutQuery(suffix: String) async throws {
        try await withServer { server, fetcher in
            let failure = try await fetcher.failure(server.url("/songs\(suffix)"))
            #expect(failure?.address == server.url("/songs"))
            let picture = "http://pictures.example/a.png"
            let refusal = await fetcher.pictureFailure(picture + suffix, resolved: ["10.0.0.1"])
            #expect(refusal?.address == picture)
        }
    }

    @Test("resolves addresses in a document against the document's final address")
    func resolvesAgainstRedirectedDocument() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .redirect(to: "/deep/er/songs.json"))
            server.answer("/deep/er/songs.json", .json(#"{"title": "a", "duration": 1, "image": "a.jpg"}"#))
            let music = try await fetcher.music(server.url("/songs"))
            #expect(music.map(\.artworkURL) == [server.url("/deep/er/a.jpg")])
        }
    }
}

extension Fetcher {
    fileprivate func revision(_ address: String) async throws -> String? {
        guard case .complete(let revision) = try await fetch(address).end else { return nil }
        return revision
    }
}

@Suite("Retry-After")
struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        "parses seconds and dates",
        arguments: [
            ("0", Duration.zero), ("120", .seconds(120)), ("Sun, 06 Nov 1994 08:50:07 GMT", .seconds(30)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", .zero), ("99999999999999999999", .seconds(Int32.max)),
        ])
    func parsesSecondsAndDates(text: String, duration: Duration) {
        #expect(RetryAfter(text, now: now)?.duration == duration)
    }

    @Test("rejects any other text", arguments: ["", "-1", "1.5", "soon", "1994-11-06", "٣"])
    func rejectsOtherText(text: String) {
        #expect(RetryAfter(text, now: now) == nil)
    }
}
