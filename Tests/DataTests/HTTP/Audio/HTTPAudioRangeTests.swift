import FermataContracts
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("Audio of which a part is there already")
struct HTTPAudioRangeTests {
    private static let date = "Wed, 21 Oct 2015 07:28:00 GMT"
    private static let tag = "ETag: \"1\""
    private let whole = tune(200_000)

    private func part(_ length: Int = 70_000, version: String = tag, total: Int64? = 200_000) -> InMemorySink {
        InMemorySink(whole.prefix(length), version: version, total: total)
    }

    @Test("only the rest is asked for, if it is still of the same version")
    func rest() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .audio(whole, etag: "\"1\""))
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part())
            #expect(heard.failure == nil)
            #expect(await heard.bytes == whole)
            #expect(await heard.starts == [AudioStart(offset: 70_000, total: 200_000, version: Self.tag)])
            #expect(server.requests.map { $0["Range"] } == ["bytes=70000-"])
            #expect(server.requests.map { $0["If-Range"] } == ["\"1\""])
        }
    }

    @Test("a date of change will do where there is no entity tag, or only a weak one", arguments: [nil, "W/\"1\""])
    func date(tag: String?) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .audio(ServedAudio(whole, etag: tag, lastModified: Self.date)))
            let first = try await fetcher.hear(server.url("/a.mp3"))
            let version = try #require(await first.starts.first?.version)
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part(version: version))
            #expect(await heard.starts.map(\.offset) == [70_000])
            #expect(await heard.bytes == whole)
            #expect(server.requests.last?["If-Range"] == Self.date)
        }
    }

    @Test("a date of change will do only where it has passed when the answer is made: another version may follow")
    func freshDate() async throws {
        try await withServer { server, fetcher in
            for (date, isSound) in [(Self.date, true), ("Fri, 01 Jan 2100 00:00:00 GMT", false)] {
                server.answer("/a.mp3", .audio(ServedAudio(whole, lastModified: date)))
                let heard = try await fetcher.hear(server.url("/a.mp3"))
                #expect(await (heard.starts.first?.version != nil) == isSound)
            }
        }
    }

    @Test("without a version that can be relied on, nothing can be gone on with", arguments: [nil, "W/\"1\""])
    func noVersion(tag: String?) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .audio(whole, etag: tag))
            let heard = try await fetcher.hear(server.url("/a.mp3"))
            #expect(await heard.starts == [AudioStart(total: 200_000)])
            #expect(await heard.sink.part == nil)
        }
    }

    @Test("all is read anew where the server pays no heed to ranges")
    func ignored() async throws {
        try await withServer { server, fetcher in
            var audio = ServedAudio(whole, etag: "\"1\"")
            audio.honoursRange = false
            server.answer("/a.mp3", .audio(audio))
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part())
            #expect(await heard.starts == [AudioStart(total: 200_000, version: Self.tag)])
            #expect(await heard.bytes == whole)
            #expect(server.requests.count == 1)
        }
    }

    @Test("all is read anew where it has changed")
    func changed() async throws {
        try await withServer { server, fetcher in
            let other = tune(150_000, seed: 2)
            server.answer("/a.mp3", .audio(other, etag: "\"2\""))
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part())
            #expect(await heard.starts == [AudioStart(total: 150_000, version: "ETag: \"2\"")])
            #expect(await heard.bytes == other)
        }
    }

    @Test("a range that is not just the rest of the same is not taken", arguments: WrongRange.allCases)
    func wrong(_ range: WrongRange) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", range.answer(whole))
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part())
            #expect(heard.failure == nil)
            #expect(await heard.starts.map(\.offset) == [0])
            #expect(await heard.bytes == whole)
            #expect(server.requests.map { $0["Range"] } == ["bytes=70000-", nil])
        }
    }

    @Test("a part that is longer than the whole is thrown away")
    func tooLong() async throws {
        try await withServer { server, fetcher in
            let shorter = whole.prefix(50_000)
            server.answer("/a.mp3", .audio(shorter, etag: "\"1\""))
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part(total: nil))
            #expect(await heard.bytes == shorter)
            #expect(server.requests.map { $0["Range"] } == ["bytes=70000-", nil])
        }
    }

    @Test("a part that is all there is costs no byte")
    func complete() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .audio(whole, etag: "\"1\""))
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part(200_000))
            #expect(heard.failure == nil)
            #expect(await heard.starts == [AudioStart(offset: 200_000, total: 200_000, version: Self.tag)])
            #expect(await heard.bytes == whole)
            #expect(server.requests.count == 1)
        }
    }

    @Test("a part that is as long as another version is not taken for it")
    func completeOfAnother() async throws {
        try await withServer { server, fetcher in
            let other = tune(200_000, seed: 2)
            server.answer("/a.mp3", .unsatisfiable(total: 200_000, etag: "\"2\"", then: .audio(other, etag: "\"2\"")))
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part(200_000))
            #expect(await heard.bytes == other)
        }
    }

    @Test("a server that refuses every range and then the whole is told by its status")
    func refused() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .status(416))
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part())
            #expect(heard.end == "refused: answers 416 Range Not Satisfiable")
            #expect(server.requests.count == 2)
            #expect(await heard.sink.part?.length == 70_000)
        }
    }

    @Test("what a range does not hold to its end is told, and stays to be gone on with")
    func shortRange() async throws {
        try await withServer { server, fetcher in
            var audio = ServedAudio(whole, etag: "\"1\"")
            audio.overstatement = -20_000
            server.answer("/a.mp3", .audio(audio))
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part())
            #expect(heard.end == "badData: sent more than it promised")
            audio.overstatement = 0
            server.answer("/a.mp3", .audio(audio))
            let again = try await fetcher.hear(server.url("/a.mp3"), into: heard.sink)
            #expect(again.failure == nil)
            #expect(await again.bytes == whole)
        }
    }

    @Test("a failing server costs nothing of what is there", arguments: [404, 500, 503])
    func status(code: Int) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .status(code))
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part())
            #expect(heard.failure?.mayPass == (code != 404))
            #expect(await heard.sink.part?.length == 70_000)
        }
    }

    @Test("a page in place of the rest costs nothing of what is there")
    func page() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .html("<!DOCTYPE html><title>Please log in</title>"))
            let heard = try await fetcher.hear(server.url("/a.mp3"), into: part())
            #expect(heard.end == "badData: sent a web page, not audio")
            #expect(await heard.sink.part?.length == 70_000)
        }
    }
}

/// Ways to answer a range wrongly.
enum WrongRange: String, CaseIterable {
    case begins, total, tag, noTag, noRange, otherUnit

    func answer(_ content: Data) -> Answer {
        var audio = ServedAudio(content, etag: "\"1\"")
        switch self {
        case .begins: audio.rangeShift = 1
        case .total: audio.overstatement = 5
        case .tag: return .partial(content, "bytes 70000-199999/200000", etag: "\"2\"", then: .audio(audio))
        case .noTag: audio.hidesVersionOfParts = true
        case .noRange: return .partial(content, nil, etag: "\"1\"", then: .audio(audio))
        case .otherUnit: return .partial(content, "seconds 70000-199999/200000", etag: "\"1\"", then: .audio(audio))
        }
        return .audio(audio)
    }
}

extension Answer {
    /// Answers a range with the last bytes, whatever it says of them, and otherwise as `answer` does.
    fileprivate static func partial(_ content: Data, _ range: String?, etag: String, then answer: Answer) -> Answer {
        var headers = ["ETag": etag]
        headers["Content-Range"] = range
        return .ranged(.document(content.suffix(130_000), type: "audio/mpeg", status: 206, headers: headers), answer)
    }

    fileprivate static func unsatisfiable(total: Int, etag: String, then answer: Answer) -> Answer {
        .ranged(.status(416, headers: ["Content-Range": "bytes */\(total)", "ETag": etag]), answer)
    }
}
