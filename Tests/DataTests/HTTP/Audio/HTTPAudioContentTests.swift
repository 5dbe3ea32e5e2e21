import FermataContracts
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("Audio that is not what it should be")
struct HTTPAudioContentTests {
    private let whole = tune(200_000)

    @Test(
        "a page is not taken for audio, by what it is said to be",
        arguments: [
            ("text/html; charset=utf-8", "sent a web page, not audio"),
            ("application/xhtml+xml", "sent a web page, not audio"),
            ("application/json", "sent text (application/json), not audio"),
            ("application/problem+json", "sent text (application/problem+json), not audio"),
            ("TEXT/PLAIN", "sent text (text/plain), not audio"), ("text/xml", "sent text (text/xml), not audio"),
        ])
    func type(_ type: String, reason: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .document(whole, type: type))
            let heard = try await fetcher.hear(server.url("/a.mp3?token=secret"))
            #expect(heard.failure == SourceFailure(.badData, address: server.url("/a.mp3"), reason: reason))
            #expect(await heard.starts.isEmpty)
        }
    }

    @Test(
        "a page is not taken for audio, by how it begins",
        arguments: ["<!DOCTYPE html><p>", "  \r\n<!doctype HTML>", "\u{FEFF}<HTML lang=en>", "<html"])
    func beginning(_ text: String) async throws {
        try await withServer { server, fetcher in
            for rest in ["", String(repeating: "x", count: 100_000)] {
                server.answer("/a.mp3", .document(Data((text + rest).utf8), type: "audio/mpeg"))
                let heard = try await fetcher.hear(server.url("/a.mp3"))
                #expect(heard.end == "badData: sent a web page, not audio")
                #expect(await heard.starts.isEmpty)
            }
        }
    }

    @Test("a page that comes byte by byte is not taken for audio")
    func slowPage() async throws {
        try await withServer { server, fetcher in
            let page = Data("<!doctype html><p>Please log in</p>".utf8)
            server.answer("/a.mp3", .slow(page, pieceBytes: 3, pause: .milliseconds(1), type: "audio/mpeg"))
            let heard = try await fetcher.hear(server.url("/a.mp3"))
            #expect(heard.end == "badData: sent a web page, not audio")
        }
    }

    @Test(
        "whatever else it is said to be, and however short, it is taken",
        arguments: ["audio/mpeg", "audio/mp4", "application/octet-stream", "video/mp4", "application/ogg", "x", ""],
        [1, 5, 511, 512, 513])
    func taken(type: String, length: Int) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .document(whole.prefix(length), type: type))
            let heard = try await fetcher.hear(server.url("/a.mp3"))
            #expect(heard.failure == nil)
            #expect(await heard.bytes == whole.prefix(length))
        }
    }

    @Test("nothing is not taken for audio", arguments: [nil, 70_000])
    func empty(part: Int?) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .document(Data(), type: "audio/mpeg"))
            let sink = InMemorySink(whole.prefix(part ?? 0), version: "ETag: \"1\"")
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: sink)
            #expect(heard.end == "badData: is empty")
            #expect(await sink.part?.length == part.map(Int64.init))
        }
    }

    @Test("it is asked for as it is, and refused where it comes packed")
    func packed() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", try .gzip(whole))
            let heard = try await fetcher.hear(server.url("/a.mp3"))
            #expect(heard.failure?.kind == .badData)
            #expect(heard.failure?.reason.hasPrefix("sent ") == true)
            #expect(server.requests.first?["Accept-Encoding"] == "identity")
            #expect(server.requests.first?["User-Agent"] == "Fermata/1.2.3")
        }
    }

    @Test("more than the limit is refused, whether it is told or not", arguments: [true, false])
    func limit(sendsLength: Bool) async throws {
        try await withServer { server, fetcher in
            var audio = ServedAudio(whole, etag: "\"1\"")
            audio.sendsLength = sendsLength
            server.answer("/a.mp3", .audio(audio))
            let heard = try await fetcher.hear(server.url("/a.mp3"), byteLimit: 199_999)
            #expect(heard.end == "badData: is more than 199999 bytes")
            #expect(await heard.bytes.count <= 199_999)
            #expect(await heard.starts.isEmpty == sendsLength)
            #expect(try await fetcher.hear(server.url("/a.mp3"), byteLimit: 200_000).failure == nil)
        }
    }

    @Test("an endless source ends at the limit")
    func endless() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .endless("la la la ", type: "audio/mpeg"))
            let heard = try await fetcher.hear(server.url("/a.mp3"), byteLimit: 1 << 20)
            #expect(heard.end == "badData: is more than 1 MiB")
        }
    }

    @Test(
        "the digest that a server promises is handed on, whatever range it sends",
        arguments: [
            (["Repr-Digest": "sha-256=:\(promised):"], true),
            (["Repr-Digest": "sha-512=:AAAA:, sha-256=:\(promised):;by=x"], true),
            (["Digest": "SHA-256=\(promised)"], true), (["Digest": "md5=AAAA,sha-256=\(promised)"], true),
            (["Repr-Digest": "sha-256=:AAAA:", "Digest": "SHA-256=\(promised)"], true),
            (["Repr-Digest": "sha-256=\(promised)"], false), (["Repr-Digest": "sha-256=:AAAA:"], false),
            (["Repr-Digest": "sha-256=:%%%%:"], false), (["Content-Digest": "sha-256=:\(promised):"], false),
            (["Digest": "SHA-512=\(promised)"], false), (["Digest": ""], false), ([:], false),
        ])
    func digest(headers: [String: String], isTold: Bool) async throws {
        try await withServer { server, fetcher in
            var audio = ServedAudio(whole, etag: "\"1\"")
            audio.headers = headers
            server.answer("/a.mp3", .audio(audio))
            let expected = isTold ? Data(base64Encoded: promised) : nil
            let sink = InMemorySink(whole.prefix(70_000), version: "ETag: \"1\"")
            for sink in [InMemorySink(), sink] {
                let heard = try await fetcher.hear(server.url("/a.mp3"), into: sink)
                #expect(await heard.starts.map(\.digest) == [expected])
            }
        }
    }

}

private let promised = SHA256.digest(of: Data("any".utf8)).base64EncodedString()
