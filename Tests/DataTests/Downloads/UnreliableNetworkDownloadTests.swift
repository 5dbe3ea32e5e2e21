import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestServer
import TestTraits
import Testing

@Suite("Downloads over a bad network")
struct UnreliableNetworkDownloadTests {
    @Test("200 files complete although a third of connections break")
    func completesOverBrokenConnections() async throws {
        try await withServer { server, fetcher in
            let contents = (1...200).map { Data.varied(count: 2_000 + $0 * 50, seed: UInt64($0)) }
            for (index, content) in contents.enumerated() {
                var audio = ServedAudio(content, etag: "\"\(index)\"")
                audio.headers["Repr-Digest"] = "sha-256=:\(SHA256.digest(of: content).base64EncodedString()):"
                audio.breaksAfter = breakOfEveryThirdConnection(from: index)
                server.answer("/\(index).mp3", .audio(audio))
            }
            let songs = contents.indices.map {
                RemoteMusic(key: "\($0)", title: "\($0)", audioURL: server.url("/\($0).mp3"))
            }
            try await DownloadFixture.with(songs) { fixture in
                let audio = RetryingAudioRepository(fetcher.audio(), clock: SleeplessClock())
                let downloads = try await fixture.usecase(audio).execute(fixture.music.map(\.id), jobs: 4).collected()
                #expect(downloads.count == 200)
                for download in downloads {
                    let content = contents[Int(download.music.title) ?? 0]
                    #expect(download.state == .downloaded)
                    #expect(download.digest == SHA256.hexadecimal(of: content))
                    #expect(FileManager.default.contents(atPath: download.file ?? "") == content)
                }
                #expect(try fixture.names().count == 200)
                #expect(try await fixture.downloads().check().isEmpty)
                #expect(server.requests.count > 250)
                #expect(server.requests.contains { $0["Range"] != nil })
            }
        }
    }

    @Test("completes although every connection breaks, with and without a known length", arguments: [true, false])
    func completesBitByBit(isLengthKnown: Bool) async throws {
        try await withServer { server, fetcher in
            let content = Data.varied(count: 300_000)
            var audio = ServedAudio(content, etag: "\"1\"")
            audio.breaksAfter = { 70_000 }
            (audio.sendsLength, audio.statesTotal) = (isLengthKnown, isLengthKnown)
            server.answer("/a.mp3", .audio(audio))
            try await DownloadFixture.with(audio: server.url("/a.mp3")) { fixture, music in
                let retrying = RetryingAudioRepository(fetcher.audio(), clock: SleeplessClock())
                let ended = try await fixture.usecase(retrying).execute([music.id], jobs: 1).collected()
                #expect(ended.map(\.state) == [.downloaded])
                #expect(fixture.content(DownloadName(music).text) == content)
                let ranges = server.requests.map { $0["Range"] }
                #expect(ranges.count > 1 && ranges.dropFirst().allSatisfy { $0 != nil })
            }
        }
    }

    @Test("never mixes two versions of a changing file")
    func neverMixesTwoVersions() async throws {
        try await withServer { server, fetcher in
            let contents = (1...3).map { Data.varied(count: 200_000, seed: UInt64($0)) }
            for (index, content) in contents.enumerated() {
                var audio = ServedAudio(content, etag: "\"\(index)\"")
                audio.breaksAfter = { index < 2 ? 50_000 * (index + 1) : nil }
                server.answer("/\(index).mp3", .audio(audio))
            }
            server.answer("/a.mp3", .inTurn((0...2).map { .redirect(to: "/\($0).mp3") }))
            try await DownloadFixture.with(audio: server.url("/a.mp3")) { fixture, music in
                let retrying = RetryingAudioRepository(fetcher.audio(), clock: SleeplessClock())
                let ended = try await fixture.usecase(retrying).execute([music.id], jobs: 1).collected()
                #expect(ended.map(\.state) == [.downloaded])
                #expect(fixture.content(DownloadName(music).text) == contents[2])
            }
        }
    }

    @Test("reports a wrong digest and discards the bytes")
    func discardsWrongDigest() async throws {
        try await withServer { server, fetcher in
            var audio = ServedAudio(Data.varied(count: 1_000), etag: "\"1\"")
            let other = Data.varied(count: 1_001)
            audio.headers["Repr-Digest"] = "sha-256=:\(SHA256.digest(of: other).base64EncodedString()):"
            server.answer("/a.mp3", .audio(audio))
            try await DownloadFixture.with(audio: server.url("/a.mp3")) { fixture, music in
                let ended = try await fixture.usecase(fetcher.audio()).execute([music.id], jobs: 1).collected()
                #expect(ended.map(\.state) == [.failed(.content(.wrongDigest))])
                #expect(try fixture.names().isEmpty)
            }
        }
    }

    @Test("a web page in place of audio fails that download only")
    func webPageFailsOneDownload() async throws {
        try await withServer { server, fetcher in
            server.answer("/0.mp3", .html("<!doctype html>Please log in"))
            for index in 1...3 {
                server.answer("/\(index).mp3", .audio(.varied(count: 1_000, seed: UInt64(index))))
            }
            let songs = (0...3).map { RemoteMusic(key: "\($0)", title: "\($0)", audioURL: server.url("/\($0).mp3")) }
            try await DownloadFixture.with(songs) { fixture in
                let usecase = try fixture.usecase(fetcher.audio())
                let downloads = try await usecase.execute(fixture.music.map(\.id), jobs: 2).collected()
                #expect(downloads.count == 4)
                for download in downloads {
                    #expect(download.state == (download.music.title == "0" ? .failed(.content(.webPage)) : .downloaded))
                }
                #expect(try fixture.names().count == 3)
            }
        }
    }

    @Test("cancelled downloads resume in the next run")
    func resumesCancelledDownloads() async throws {
        try await withServer { server, fetcher in
            let content = Data.varied(count: 300_000)
            server.answer("/a.mp3", .stalledAudio(content, after: 100_000))
            try await DownloadFixture.with(audio: server.url("/a.mp3")) { fixture, music in
                let usecase = try fixture.usecase(fetcher.audio())
                let running = Task { try await usecase.execute([music.id], jobs: 1).collected() }
                // Progress is reported in steps, so no change may report exactly 100,000 bytes.
                try await waitUntil { fixture.content(DownloadName(music).text + ".part")?.count == 100_000 }
                running.cancel()
                await #expect(throws: CancellationError.self) { try await running.value }
                server.answer("/a.mp3", .audio(content))
                let ended = try await fixture.usecase(fetcher.audio()).resume(jobs: 1).collected()
                #expect(ended.map(\.state) == [.downloaded])
                #expect(fixture.content(DownloadName(music).text) == content)
                #expect(server.requests.last?["Range"] == "bytes=100000-")
            }
        }
    }
}

/// Returns, for every third connection to a file, the byte count after which it breaks.
///
/// Each file has its own counter, so that no file breaks each time, and its own `start`, so that the first connections
/// of a third of the files break.
private func breakOfEveryThirdConnection(from start: Int) -> @Sendable () -> Int? {
    let last = Atomic(start)
    return {
        let number = last.add(1, ordering: .relaxed).newValue
        return number.isMultiple(of: 3) ? number * 7_919 % 2_000 : nil
    }
}

extension ScriptedResponse {
    /// Sends the start of a resumable audio file, then stalls.
    fileprivate static func stalledAudio(_ content: Data, after count: Int) -> ScriptedResponse {
        .stalled(
            after: content.prefix(count), type: "audio/mpeg",
            headers: ["ETag": "\"1\"", "Content-Length": "\(content.count)"])
    }
}
