import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

@Suite("HTTP audio repository")
struct HTTPAudioRepositoryTests {
    private let content = Data.varied(count: 200_000)

    @Test(
        "refuses an invalid address before any request",
        arguments: [
            (nil, SourceFailureCause.noAudio), ("", .invalidAddress(.notAURL)),
            ("file:///etc/passwd", .invalidAddress(.unsupportedScheme("file"))),
            ("https://u:secret@example.org/a.mp3", .invalidAddress(.containsCredentials)),
        ])
    func refusesInvalidAddresses(_ address: String?, cause: SourceFailureCause) async throws {
        try await withClient { fetcher in
            await #expect(throws: SourceFailure(cause, address: "Changes")) {
                try await fetcher.audio().read(song(at: address), into: InMemorySink())
            }
        }
    }

    @Test("follows redirects with the same range")
    func followsRedirectsWithRange() async throws {
        try await withServer { server, fetcher in
            server.redirect("/a", hops: 5, to: "/a.mp3")
            server.answer("/a.mp3", .audio(content))
            let sink = InMemorySink(content.prefix(1_000), version: "ETag: \"1\"")
            let result = try await fetcher.readAudio(server.url("/a"), into: sink)
            #expect(await result.bytes == content)
            #expect(server.requests.map { $0["Range"] } == Array(repeating: "bytes=1000-", count: 6))
            server.redirect("/b", hops: 6, to: "/a.mp3")
            #expect(try await fetcher.readAudio(server.url("/b")).failure?.cause == .redirect(.tooMany(limit: 5)))
        }
    }

    @Test(
        "reports a truncated download as temporary and resumes it",
        arguments: [true, false])
    func resumesTruncatedDownload(sendsLength: Bool) async throws {
        try await withServer { server, fetcher in
            var audio = ServedAudio(content, etag: "\"1\"")
            audio.sendsLength = sendsLength
            audio.breaksAfter = returningOnce(120_000)
            server.answer("/a.mp3", .audio(audio))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(result.failure?.kind == .unreachable)
            let length = await result.bytes.count
            #expect(await result.bytes == content.prefix(length))
            let again = try await fetcher.readAudio(server.url("/a.mp3"), into: result.sink)
            #expect(await again.bytes == content)
            #expect(await again.starts.map(\.offset) == [0, Int64(length)])
        }
    }

    @Test("ignores bytes after the stated content length")
    func ignoresExcessBytes() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .understated("la la la and more", claiming: 8, type: "audio/mpeg"))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(await result.bytes == Data("la la la".utf8))
        }
    }

    @Test("times out if the server is silent")
    func timesOut() async throws {
        try await withServer(timeouts: HTTPTimeouts(firstByte: .milliseconds(200))) { server, fetcher in
            server.answer("/a.mp3", .silent)
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(result.failure?.cause == .timedOut(after: .milliseconds(200)))
        }
    }

    @Test("times out if a response stalls, with the bytes before that")
    func timesOutOnStall() async throws {
        try await withServer(timeouts: HTTPTimeouts(stall: .seconds(2))) { server, fetcher in
            server.answer("/a.mp3", .stalled(after: String(repeating: "la ", count: 1_000), type: "audio/mpeg"))
            let result = try await fetcher.readAudio(server.url("/a.mp3"))
            #expect(result.failure?.cause == .stalled(for: .seconds(2)))
            #expect(await result.bytes.count == 3_000)
        }
    }

    @Test("does not count the sink's time towards the stall limit")
    func ignoresTimeOfSink() async throws {
        let timeouts = HTTPTimeouts(firstByte: .seconds(30), stall: .seconds(8))
        try await withServer(timeouts: timeouts) { server, fetcher in
            server.answer("/a.mp3", .audio(content))
            let clock = SteppedClock()
            let audio = fetcher.with(clock: clock).audio()
            try await audio.read(song(at: server.url("/a.mp3")), into: SlowSink(clock: clock))
            #expect(clock.pauses.count >= 20 && clock.pauses.allSatisfy { $0 == .seconds(1) })
        }
    }

    @Test("cancels while it waits for a response")
    func cancelsWhileWaiting() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .silent)
            let reading = Task {
                try await fetcher.audio().read(song(at: server.url("/a.mp3")), into: InMemorySink())
            }
            try await waitUntil { !server.requests.isEmpty }
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
        }
    }
}

/// An audio sink that needs longer for its first chunk than the stall limit.
private actor SlowSink: AudioSink {
    private let clock: SteppedClock
    private var isFirst = true
    var part: AudioPart? { nil }

    init(clock: SteppedClock) {
        self.clock = clock
    }

    func begin(_ start: AudioStart) {}

    func write(_ bytes: Data) async throws {
        guard isFirst else { return }
        isFirst = false
        for _ in 1...20 { await clock.step() }
    }
}

/// A song with an audio address.
func song(at address: String?, id: UInt64 = 1, title: String = "Changes") -> Music {
    Music(id: MusicID(id), title: title, artist: "David Bowie", audioURL: address)
}

/// The result of one download.
struct AudioResult {
    let sink: InMemorySink
    let failure: SourceFailure?

    var bytes: Data { get async { await sink.bytes } }
    var starts: [AudioStart] { get async { await sink.starts } }
}

extension Fetcher {
    /// Downloads audio once, into a sink that may contain a partial file.
    func readAudio(_ address: String, into sink: InMemorySink = InMemorySink(), byteLimit: Int64 = 4 << 30) async throws
        -> AudioResult
    {
        do {
            try await audio(byteLimit: byteLimit).read(song(at: address), into: sink)
            return AudioResult(sink: sink, failure: nil)
        } catch let failure as SourceFailure {
            return AudioResult(sink: sink, failure: failure)
        }
    }
}
