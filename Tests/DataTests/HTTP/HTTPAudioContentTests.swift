import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Content of HTTP audio")
struct HTTPAudioContentTests {
    private let content = Data.varied(count: 200_000)

    @Test(
        "rejects a page by its content type",
        arguments: [
            ("text/html; charset=utf-8", ContentFailure.webPage),
            ("application/xhtml+xml", .webPage),
            ("application/json", .wrongType("application/json")),
            ("application/problem+json", .wrongType("application/problem+json")),
            ("TEXT/PLAIN", .wrongType("text/plain")), ("text/xml", .wrongType("text/xml")),
        ])
    func rejectsPagesByType(_ type: String, failure expected: ContentFailure) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .document(content, type: type))
            let result = try await fetcher.readAudio(server.url("/a.mp3?token=secret"))
            #expect(result.failure == SourceFailure(.content(expected), address: server.url("/a.mp3")))
            #expect(await result.starts.isEmpty)
        }
    }

    @Test(
        "rejects a page by its first bytes",
        arguments: ["<!DOCTYPE html><p>", "  \r\n<!doctype HTML>", "\u{FEFF}<HTML lang=en>", "<html"])
    func rejectsPagesByContent(_ text: String) async throws {
        try await withServer { server, fetcher in
            for remainder in ["", String(repeating: "x", count: 100_000)] {
                server.answer("/a.mp3", .document(Data((text + remainder).utf8), type: "audio/mpeg"))
                let result = try await fetcher.readAudio(server.url("/a.mp3"))
                #expect(result.failure?.cause == .content(.webPage))
                #expect(await result.starts.isEmpty)
            }
        }
    }

    @Test(
        "accepts audio by its first bytes whatever its content type",
        arguments: [
            Data("RIFF\u{1}\u{2}\u{3}\u{4}WAVEfmt ".utf8), Data("ID3\u{3}".utf8), Data("OggS".utf8), Data("fLaC".utf8),
            Data("FORM1234AIFC".utf8), Data("\u{0}\u{0}\u{0}\u{20}ftypM4A ".utf8), Data([0xFF, 0xFB, 0x90, 0x64]),
            Data([0xFF, 0xF1, 0x50, 0x80]), Data([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
        ], ["text/plain; charset=utf-8", "text/html", "application/json"])
    func acceptsAudioOfWrongType(start: Data, type: String) async throws {
        try await withServer { server, fetcher in
            let file = start + content.prefix(100_000)
            var audio = ServedAudio(file, etag: "\"1\"")
            audio.type = type
            audio.breaksAfter = { 70_000 }
            server.answer("/a", .audio(audio))
            let broken = try await fetcher.readAudio(server.url("/a"))
            #expect(broken.failure?.kind == .unreachable)
            audio.breaksAfter = { nil }
            if type == "text/html" { audio.type = "audio/mpeg" }
            server.answer("/a", .audio(audio))
            let result = try await fetcher.readAudio(server.url("/a"), into: broken.sink)
            #expect(result.failure == nil)
            #expect(await result.bytes == file)
            #expect(await result.starts.map { $0.offset > 0 } == [false, true])
        }
    }

    @Test(
        "rejects other first bytes of the type of a page",
        arguments: [
            Data("RIFF1234WEBP".utf8), Data([0xFF, 0xFF, 0xFF]), Data([0xFF, 0xFB]), Data([0xFF, 0xE8, 0x00]),
            Data("{\"error\":1}".utf8), Data("RIFF".utf8), Data("FORM1234".utf8), Data("1234ftyq".utf8),
        ])
    func rejectsOtherBytesOfPageType(start: Data) async throws {
        try await withServer { server, fetcher in
            server.answer("/a", .document(start, type: "text/plain"))
            let result = try await fetcher.readAudio(server.url("/a"))
            #expect(result.failure?.cause == .content(.wrongType("text/plain")))
        }
    }

    @Test("rejects a page that arrives in tiny chunks")
    func rejectsSlowPage() async throws {
        try await withServer { server, fetcher in
            let page = Data("<!doctype html><p>Please log in</p>".utf8)
            server.answer("/a.mp3", .slow(page, pieceBytes: 3, pause: .milliseconds(1), type: "audio/mpeg"))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(result.failure?.cause == .content(.webPage))
        }
    }

    @Test(
        "accepts any other content type and length",
        arguments: ["audio/mpeg", "audio/mp4", "application/octet-stream", "video/mp4", "application/ogg", "x", ""],
        [1, 5, 511, 512, 513])
    func acceptsAnyOtherType(type: String, length: Int) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .document(content.prefix(length), type: type))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(result.failure == nil)
            #expect(await result.bytes == content.prefix(length))
        }
    }

    @Test("accepts audio whose first bytes differ from those of a page", arguments: ["<ABCD", "<htm", "\u{1C}html"])
    func acceptsOtherFirstBytes(_ text: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .document(Data(text.utf8), type: "audio/mpeg"))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(result.failure == nil)
            #expect(await result.bytes == Data(text.utf8))
        }
    }

    @Test("sends the first 512 bytes to the sink before more arrive")
    func sendsFirstBytes() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .stalled(after: content.prefix(512), type: "audio/mpeg"))
            let (sink, address) = (InMemorySink(), server.url("/a.mp3"))
            let reading = Task { try await fetcher.audio().read(song(at: address), into: sink) }
            try await waitUntil { await sink.bytes.count == 512 }
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
        }
    }

    @Test("rejects empty audio", arguments: [nil, 70_000])
    func rejectsEmptyAudio(part: Int?) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .document(Data(), type: "audio/mpeg"))
            let sink = InMemorySink(content.prefix(part ?? 0), version: "ETag: \"1\"")
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: sink)
            #expect(result.failure?.cause == .content(.empty))
            #expect(await sink.part?.length == part.map(Int64.init))
        }
    }

    @Test("rejects empty audio without a stated length")
    func rejectsEmptyChunkedAudio() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .slow(Data(), pieceBytes: 1, pause: .zero, type: "audio/mpeg"))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(result.failure?.kind == .badData)
            #expect(await result.starts.isEmpty)
        }
    }

    @Test("requests uncompressed audio and rejects compressed audio")
    func rejectsCompressedAudio() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", try .gzip(content))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(result.failure?.kind == .badData)
            #expect(result.failure?.cause == .content(.unsupportedCompression("gzip")))
            #expect(server.requests.first?["Accept-Encoding"] == "identity")
            #expect(server.requests.first?["User-Agent"] == "Fermata/1.2.3")
        }
    }

    @Test("rejects audio above the limit, with and without a stated length", arguments: [true, false])
    func rejectsAudioAboveLimit(sendsLength: Bool) async throws {
        try await withServer { server, fetcher in
            var audio = ServedAudio(content, etag: "\"1\"")
            audio.sendsLength = sendsLength
            server.answer("/a.mp3", .audio(audio))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), byteLimit: 199_999)
            #expect(result.failure?.cause == .content(.tooLarge(limit: 199_999, isUnpacked: false)))
            #expect(await result.bytes.count <= 199_999)
            #expect(await result.starts.isEmpty == sendsLength)
            #expect(try await fetcher.readAudio(server.url("/a.mp3"), byteLimit: 200_000).failure == nil)
        }
    }

    @Test("stops reading endless audio at the limit")
    func stopsEndlessAudio() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .endless("la la la ", type: "audio/mpeg"))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), byteLimit: 1 << 20)
            #expect(result.failure?.cause == .content(.tooLarge(limit: 1 << 20, isUnpacked: false)))
        }
    }

    @Test(
        "reads the digest headers of complete and partial responses",
        arguments: [
            (["Repr-Digest": "sha-256=:\(promised):"], true),
            (["Repr-Digest": "sha-512=:AAAA:, sha-256=:\(promised):;by=x"], true),
            (["Digest": "SHA-256=\(promised)"], true), (["Digest": "md5=AAAA,sha-256=\(promised)"], true),
            (["Repr-Digest": "sha-256=:AAAA:", "Digest": "SHA-256=\(promised)"], true),
            (["Repr-Digest": "sha-256=\(promised)"], false), (["Repr-Digest": "sha-256=:AAAA:"], false),
            (["Repr-Digest": "sha-256=:%%%%:"], false), (["Content-Digest": "sha-256=:\(promised):"], false),
            (["Digest": "SHA-512=\(promised)"], false), (["Digest": ""], false), ([:], false),
        ])
    func readsDigest(headers: [String: String], isValid: Bool) async throws {
        try await withServer { server, fetcher in
            var audio = ServedAudio(content, etag: "\"1\"")
            audio.headers = headers
            server.answer("/a.mp3", .audio(audio))
            let expected = isValid ? Data(base64Encoded: promised) : nil
            let sink = InMemorySink(content.prefix(70_000), version: "ETag: \"1\"")
            for sink in [InMemorySink(), sink] {
                let result = try await fetcher.readAudio(server.url("/a.mp3"), into: sink)
                #expect(await result.starts.map(\.digest) == [expected])
            }
        }
    }

}

private let promised = SHA256.digest(of: Data("any".utf8)).base64EncodedString()
