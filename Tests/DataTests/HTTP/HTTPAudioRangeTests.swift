import FermataContracts
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("Resuming HTTP audio")
struct HTTPAudioRangeTests {
    private static let date = "Wed, 21 Oct 2015 07:28:00 GMT"
    private static let tag = "ETag: \"1\""
    private let content = Data.varied(count: 200_000)

    private func part(_ length: Int = 70_000, version: String = tag, total: Int64? = 200_000) -> InMemorySink {
        InMemorySink(content.prefix(length), version: version, total: total)
    }

    @Test("requests only the remainder, on condition of the same version")
    func requestsRemainder() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .audio(content, etag: "\"1\""))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part())
            #expect(result.failure == nil)
            #expect(await result.bytes == content)
            #expect(await result.starts == [AudioStart(offset: 70_000, total: 200_000, version: Self.tag)])
            #expect(server.requests.map { $0["Range"] } == ["bytes=70000-"])
            #expect(server.requests.map { $0["If-Range"] } == ["\"1\""])
        }
    }

    @Test("resumes by modification date if there is no strong entity tag", arguments: [nil, "W/\"1\""])
    func resumesByModificationDate(tag: String?) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .audio(ServedAudio(content, etag: tag, lastModified: Self.date)))
            let first = try await fetcher.readAudio(server.url("/a.mp3"))
            let version = try #require(await first.starts.first?.version)
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part(version: version))
            #expect(await result.starts.map(\.offset) == [70_000])
            #expect(await result.bytes == content)
            #expect(server.requests.last?["If-Range"] == Self.date)
        }
    }

    @Test("ignores a modification date that is not older than the response")
    func ignoresFreshModificationDate() async throws {
        try await withServer { server, fetcher in
            for (date, isUsable) in [(Self.date, true), ("Fri, 01 Jan 2100 00:00:00 GMT", false)] {
                server.answer("/a.mp3", .audio(ServedAudio(content, lastModified: date)))
                let result = try await fetcher.readAudio(server.url("/a.mp3"))
                #expect(await (result.starts.first?.version != nil) == isUsable)
            }
        }
    }

    @Test("requires a modification date a second older than the response", arguments: [(0, false), (1, true)])
    func requiresOlderModificationDate(seconds: Int, isUsable: Bool) async throws {
        try await withServer { server, fetcher in
            let dates = "Date: Wed, 21 Oct 2015 07:28:0\(seconds) GMT\r\nLast-Modified: \(Self.date)\r\n"
            server.answer("/a.mp3", .raw("HTTP/1.1 200 OK\r\n\(dates)Content-Length: 8\r\n\r\nla la la"))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(result.failure == nil)
            #expect(await (result.starts.first?.version != nil) == isUsable)
        }
    }

    @Test("does not resume without a reliable validator", arguments: [nil, "W/\"1\""])
    func requiresValidator(tag: String?) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .audio(content, etag: tag))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(await result.starts == [AudioStart(total: 200_000)])
            #expect(await result.sink.part == nil)
        }
    }

    @Test("restarts if the server ignores ranges")
    func restartsIfRangesAreIgnored() async throws {
        try await withServer { server, fetcher in
            var audio = ServedAudio(content, etag: "\"1\"")
            audio.honoursRange = false
            server.answer("/a.mp3", .audio(audio))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part())
            #expect(await result.starts == [AudioStart(total: 200_000, version: Self.tag)])
            #expect(await result.bytes == content)
            #expect(server.requests.count == 1)
        }
    }

    @Test(
        "accepts the complete file as a range that was not requested",
        arguments: [(200_000, true), (200_000, false), (1, true)])
    func acceptsCompleteRange(length: Int, sendsLength: Bool) async throws {
        try await withServer { server, fetcher in
            let file = content.prefix(length)
            let headers = ["Content-Range": "bytes 0-\(length - 1)/\(length)"]
            let complete =
                sendsLength
                ? ScriptedResponse.document(file, type: "audio/mpeg", etag: "\"2\"", status: 206, headers: headers)
                : .chunked(file, status: 206, headers: headers.merging(["ETag": "\"2\""]) { $1 })
            server.answer("/a.mp3", complete)
            for sink in [InMemorySink(), part(700)] {
                let result = try await fetcher.readAudio(server.url("/a.mp3"), into: sink)
                #expect(result.failure == nil)
                #expect(await result.bytes == file)
                #expect(await result.starts == [AudioStart(total: Int64(length), version: "ETag: \"2\"")])
            }
            // The response to the range is the complete file, and not requested again.
            #expect(server.requests.count == 2)
        }
    }

    @Test(
        "refuses a range that was not requested and is not the complete file",
        arguments: [
            "bytes 0-199998/200000", "bytes 1-199999/200000", "bytes */200000", "bytes 0-199999/*", "bytes */0", "",
            "x",
        ])
    func refusesIncompleteRange(range: String) async throws {
        try await withServer { server, fetcher in
            let headers = range.isEmpty ? [:] : ["Content-Range": range]
            server.answer("/a.mp3", .document(content, type: "audio/mpeg", status: 206, headers: headers))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(result.failure?.cause == .status(206))
            #expect(await result.starts.isEmpty)
        }
    }

    @Test("reports a complete range that ends early")
    func reportsShortCompleteRange() async throws {
        try await withServer { server, fetcher in
            let headers = ["Content-Range": "bytes 0-200000/200001"]
            server.answer("/a.mp3", .document(content, type: "audio/mpeg", status: 206, headers: headers))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(result.failure?.cause == .content(.shorterThanAnnounced))
        }
    }

    @Test("restarts if the range does not match the partial file", arguments: WrongRange.allCases)
    func restartsOnMismatchedRange(_ range: WrongRange) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", range.response(content))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part())
            #expect(result.failure == nil)
            #expect(await result.starts.map(\.offset) == [0])
            #expect(await result.bytes == content)
            #expect(server.requests.map { $0["Range"] } == ["bytes=70000-", nil])
        }
    }

    @Test(
        "restarts if the stated range is invalid",
        arguments: [
            "bytes 70000-199999", "bytes 70000-199999/", "bytes 70000-199999/x", "bytes 70000-200000/200000",
            "bytes 69999-199999/200000", "bytes 199999-70000/200000", "bytes */200000", "bytes 70000-/200000",
            "bytes  70000-199999/200000", "bytes 70000--199999/200000", "bytes 70000-199999//200000",
            "bytes -199999/200000", "bytes 70000-199999-5/200000", "70000-199999/200000", "bytes 70000-199999/200000/1",
        ])
    func restartsOnInvalidRange(_ range: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .partial(content, range, etag: "\"1\"", then: .audio(content)))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part())
            #expect(await result.starts.map(\.offset) == [0])
            #expect(await result.bytes == content)
        }
    }

    @Test("resumes for the last byte")
    func resumesForLastByte() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .audio(content))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part(199_999))
            #expect(await result.starts.map(\.offset) == [199_999])
            #expect(await result.bytes == content)
        }
    }

    @Test(
        "restarts if status 416 does not confirm the length",
        arguments: [(nil, 200_000), (200_000, 300_000)] as [(Int64?, Int)])
    func restartsOnUnconfirmedLength(total: Int64?, stated: Int) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .unsatisfiable(total: stated, etag: "\"1\"", then: .audio(content)))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part(200_000, total: total))
            #expect(await result.starts.map(\.offset) == [0])
            #expect(await result.bytes == content)
        }
    }

    @Test("restarts if the partial file is longer than the complete one")
    func restartsIfPartIsTooLong() async throws {
        try await withServer { server, fetcher in
            let shorter = content.prefix(50_000)
            server.answer("/a.mp3", .audio(shorter, etag: "\"1\""))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part(total: nil))
            #expect(await result.bytes == shorter)
            #expect(server.requests.map { $0["Range"] } == ["bytes=70000-", nil])
        }
    }

    @Test("confirms a complete file without downloading")
    func confirmsCompleteFile() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .audio(content, etag: "\"1\""))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part(200_000))
            #expect(result.failure == nil)
            #expect(await result.starts == [AudioStart(offset: 200_000, total: 200_000, version: Self.tag)])
            #expect(await result.bytes == content)
            #expect(server.requests.count == 1)
        }
    }

    @Test("restarts if another version has the same length")
    func restartsOnOtherVersion() async throws {
        try await withServer { server, fetcher in
            let other = Data.varied(count: 200_000, seed: 2)
            server.answer("/a.mp3", .unsatisfiable(total: 200_000, etag: "\"2\"", then: .audio(other, etag: "\"2\"")))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part(200_000))
            #expect(await result.bytes == other)
        }
    }

    @Test("reports the status if the server refuses every request")
    func reportsRefusedRange() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .status(416))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part())
            #expect(result.failure?.cause == .status(416))
            #expect(server.requests.count == 2)
            #expect(await result.sink.part?.length == 70_000)
        }
    }

    @Test("keeps the partial file for resuming after a wrong length")
    func keepsPartAfterWrongLength() async throws {
        try await withServer { server, fetcher in
            var audio = ServedAudio(content, etag: "\"1\"")
            audio.overstatement = -20_000
            server.answer("/a.mp3", .audio(audio))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part())
            #expect(result.failure?.cause == .content(.longerThanAnnounced))
            audio.overstatement = 0
            server.answer("/a.mp3", .audio(audio))
            let again = try await fetcher.readAudio(server.url("/a.mp3"), into: result.sink)
            #expect(again.failure == nil)
            #expect(await again.bytes == content)
        }
    }

    @Test("keeps the partial file if the server fails", arguments: [404, 500, 503])
    func keepsPartOnFailure(code: Int) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .status(code))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part())
            #expect(result.failure?.isTransient == (code != 404))
            #expect(await result.sink.part?.length == 70_000)
        }
    }

    @Test("keeps the partial file if a page arrives instead")
    func keepsPartOnPage() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .html("<!DOCTYPE html><title>Please log in</title>"))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part())
            #expect(result.failure?.cause == .content(.webPage))
            #expect(await result.sink.part?.length == 70_000)
        }
    }

    @Test("resumes if the range states no total length", arguments: [nil, 200_000] as [Int64?])
    func resumesWithoutTotal(total: Int64?) async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", partial("bytes 70000-199999/*"))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part(total: total))
            #expect(result.failure == nil)
            #expect(await result.starts == [AudioStart(offset: 70_000, total: total, version: Self.tag)])
            #expect(await result.bytes == content)
            #expect(server.requests.map { $0["Range"] } == ["bytes=70000-"])
        }
    }

    @Test("reports a body that ends before its range, and keeps the partial file")
    func reportsShortBody() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", partial("bytes 70000-200999/*"))
            let result = try await fetcher.readAudio(server.url("/a.mp3"), into: part(total: nil))
            #expect(result.failure?.cause == .content(.shorterThanAnnounced))
            #expect(await result.sink.part?.length == 200_000)
        }
    }

    /// Responds to range requests with the last bytes, to others with 500.
    private func partial(_ range: String) -> ScriptedResponse {
        .ranged(
            .document(
                content.suffix(130_000), type: "audio/mpeg", etag: "\"1\"", status: 206,
                headers: ["Content-Range": range]), .status(500))
    }
}

/// Range responses that do not match the partial file.
enum WrongRange: String, CaseIterable {
    case begins, total, tag, noTag, noRange, otherUnit

    func response(_ content: Data) -> ScriptedResponse {
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

extension ScriptedResponse {
    /// Responds to a range request with the last bytes and this `Content-Range`, otherwise with `response`.
    fileprivate static func partial(
        _ content: Data, _ range: String?, etag: String, then response: ScriptedResponse
    ) -> ScriptedResponse {
        let headers = range.map { ["Content-Range": $0] } ?? [:]
        return .ranged(
            .document(content.suffix(130_000), type: "audio/mpeg", etag: etag, status: 206, headers: headers), response)
    }

    fileprivate static func unsatisfiable(
        total: Int, etag: String, then response: ScriptedResponse
    ) -> ScriptedResponse {
        .ranged(.status(416, headers: ["Content-Range": "bytes */\(total)", "ETag": etag]), response)
    }
}
