import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import Testing

@Suite("Audio over HTTP")
struct HTTPAudioRepositoryTests {
    private let whole = tune(200_000)

    @Test(
        "what has no address of the web is refused before any request",
        arguments: [
            (nil, "it has no audio"),
            ("", "its audio cannot be asked for: the address is not a URL: it begins with http:// or https://"),
            (
                "file:///etc/passwd",
                "its audio cannot be asked for: the address begins with file:, where only http:// and https:// will do"
            ),
            (
                "https://u:secret@example.org/a.mp3",
                "its audio cannot be asked for: the address holds a user name or password, "
                    + "which would be stored and shown"
            ),
        ])
    func address(_ address: String?, reason: String) async throws {
        try await withClient { fetcher in
            await #expect(throws: SourceFailure(.refused, address: "Changes", reason: reason)) {
                try await fetcher.audio().read(song(at: address), into: InMemorySink())
            }
        }
    }

    @Test("redirects are followed, and the range with them")
    func redirect() async throws {
        try await withServer { server, fetcher in
            server.redirect("/a", hops: 5, to: "/a.mp3")
            server.answer("/a.mp3", .audio(whole))
            let sink = InMemorySink(whole.prefix(1_000), version: "ETag: \"1\"")
            let heard = try await fetcher.hear(server.url("/a"), into: sink)
            #expect(await heard.bytes == whole)
            #expect(server.requests.map { $0["Range"] } == Array(repeating: "bytes=1000-", count: 6))
            server.redirect("/b", hops: 6, to: "/a.mp3")
            #expect(try await fetcher.hear(server.url("/b")).end == "refused: redirects more than 5 times")
        }
    }

    @Test(
        "what breaks off may pass, and what came stays to be gone on with",
        arguments: [true, false])
    func cutOff(sendsLength: Bool) async throws {
        try await withServer { server, fetcher in
            var audio = ServedAudio(whole, etag: "\"1\"")
            audio.sendsLength = sendsLength
            audio.breaksAfter = once(120_000)
            server.answer("/a.mp3", .audio(audio))
            let heard = try await fetcher.hear(server.url("/a.mp3"))
            #expect(heard.failure?.kind == .unreachable)
            let length = await heard.bytes.count
            #expect(await heard.bytes == whole.prefix(length))
            let again = try await fetcher.hear(server.url("/a.mp3"), into: heard.sink)
            #expect(await again.bytes == whole)
            #expect(await again.starts.map(\.offset) == [0, Int64(length)])
        }
    }

    @Test("fewer bytes than were promised are not the whole")
    func less() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .cutOff(after: "la la la", claiming: 1_000, type: "audio/mpeg"))
            let heard = try await fetcher.hear(server.url("/a.mp3"))
            #expect(heard.failure?.kind == .unreachable)
        }
    }

    @Test("bytes past those that were promised are not taken")
    func more() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .understated("la la la and more", claiming: 8, type: "audio/mpeg"))
            let heard = try await fetcher.hear(server.url("/a.mp3"))
            #expect(await heard.bytes == Data("la la la".utf8))
        }
    }

    @Test("a server that says nothing, or nothing more, is given up")
    func stalled() async throws {
        let timeouts = HTTPTimeouts(firstByte: .milliseconds(200), stall: .milliseconds(200))
        try await withServer(timeouts: timeouts) { server, fetcher in
            server.answer("/a.mp3", .silent)
            #expect(
                try await fetcher.hear(server.url("/a.mp3")).end
                    == "unreachable: did not answer within 200 milliseconds")
            server.answer("/a.mp3", .stalled(after: String(repeating: "la ", count: 1_000), type: "audio/mpeg"))
            let heard = try await fetcher.hear(server.url("/a.mp3"))
            #expect(heard.end == "unreachable: stalled: nothing came for 200 milliseconds")
            #expect(await heard.bytes.count == 3_000)
        }
    }

    @Test("time that the sink takes is not held against the source")
    func slowSink() async throws {
        let timeouts = HTTPTimeouts(firstByte: .seconds(30), stall: .milliseconds(80))
        try await withServer(timeouts: timeouts) { server, fetcher in
            server.answer("/a.mp3", .audio(whole))
            try await fetcher.audio().read(song(at: server.url("/a.mp3")), into: SlowSink())
        }
    }

    @Test("an endless source ends where the sink takes no more")
    func fullSink() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .endless("la la la ", type: "audio/mpeg"))
            let full = DownloadError.cannotStore(path: "/there", .full)
            await #expect(throws: full) {
                try await fetcher.audio().read(
                    song(at: server.url("/a.mp3")), into: InMemorySink(failure: full))
            }
        }
    }

    @Test("a reading that is cancelled while it waits ends")
    func cancelled() async throws {
        try await withServer { server, fetcher in
            server.answer("/a.mp3", .silent)
            let reading = Task {
                try await fetcher.audio().read(song(at: server.url("/a.mp3")), into: InMemorySink())
            }
            while server.requests.isEmpty { await Task.yield() }
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
        }
    }
}

/// Takes longer for its first piece than a source may.
private actor SlowSink: AudioSink {
    private var isFirst = true
    var part: AudioPart? { nil }
    func begin(_ start: AudioStart) {}

    func take(_ bytes: Data) async throws {
        if isFirst { try await Task.sleep(for: .milliseconds(300)) }
        isFirst = false
    }
}
