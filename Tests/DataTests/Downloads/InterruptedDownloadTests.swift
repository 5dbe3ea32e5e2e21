import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestServer
import TestTraits
import Testing

@Suite("A download whose program was killed")
struct KilledDownloadTests {
    private let long = Data.varied(count: 3 << 19)

    private func start(_ version: String?, _ bytes: Data, offset: Int64 = 0) -> AudioStart {
        AudioStart(offset: offset, total: Int64(bytes.count), version: version)
    }

    @Test("resumes a long or complete partial file", arguments: [1 << 20, 1_200_000, 3 << 19])
    func resumesLongPart(length: Int) async throws {
        try await DownloadFixture.with { fixture, music in
            try await fixture.downloads().request([music.id])
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long.prefix(length))
            let downloads = try fixture.downloads()
            #expect(try await downloads.pending() == [music.id])
            let file = try await downloads.open(music)
            #expect(try await file.part == AudioPart(length: Int64(length), version: "1", total: Int64(long.count)))
            try await file.begin(start("1", long, offset: Int64(length)))
            try await file.write(long.dropFirst(length))
            _ = try await file.finish()
            #expect(fixture.content(DownloadName(music).text) == long)
        }
    }

    @Test("starts over after a short partial file")
    func restartsShortPart() async throws {
        try await DownloadFixture.with { fixture, music in
            let tune = Data("a tune of some length".utf8)
            let other = Data("something quite different".utf8)
            try await fixture.downloads().writeAndAbandon(music, start("1", tune), other)
            let file = try await fixture.downloads().open(music)
            #expect(try await file.part == nil)
            try await file.begin(start("1", tune))
            try await file.write(tune)
            _ = try await file.finish()
            #expect(fixture.content(DownloadName(music).text) == tune)
        }
    }

    @Test("never resumes a partial file of another version", arguments: [nil, "2"])
    func neverMixesVersions(version: String?) async throws {
        try await DownloadFixture.with { fixture, music in
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long.prefix(1_200_000))
            let other = Data(repeating: 7, count: long.count)
            try await fixture.downloads().writeAndAbandon(music, start(version, other), other.prefix(9))
            let part = try await fixture.downloads().open(music).part
            #expect(part?.version != "1")
            #expect(part == version.map { AudioPart(length: 9, version: $0, total: Int64(other.count)) })
        }
    }

    @Test("stores a new length of the same version")
    func storesNewLength() async throws {
        try await DownloadFixture.with { fixture, music in
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long.prefix(1_200_000))
            try await fixture.downloads().writeAndAbandon(music, start("1", long + long), long.prefix(9))
            let part = try await fixture.downloads().open(music).part
            #expect(part == AudioPart(length: 9, version: "1", total: Int64(long.count * 2)))
        }
    }

    @Test("never resumes bytes that do not match the source's digest")
    func neverResumesWrongBytes() async throws {
        try await DownloadFixture.with { fixture, music in
            do {
                var wrong = start("1", long)
                wrong.digest = SHA256.digest(of: Data())
                let file = try await fixture.downloads().open(music)
                try await file.begin(wrong)
                try await file.write(long)
                await #expect(throws: SourceFailure.self) { _ = try await file.finish() }
            }
            #expect(try await fixture.downloads().open(music).part == nil)
        }
    }

    @Test("starts over if the partial file is too long")
    func restartsTooLongPart() async throws {
        try await DownloadFixture.with { fixture, music in
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long.prefix(1_200_000))
            try fixture.write(long + long, to: DownloadName(music).text + ".part")
            #expect(try await fixture.downloads().open(music).part == nil)
        }
    }

    @Test("leaves no partial file if it is killed while it adopts a complete one")
    func adoptsAfterRemovingPart() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long)
            try FileManager.default.moveItem(atPath: fixture.path(name + ".part"), toPath: fixture.path(name))
            // The row is stored last: this kill comes after all other steps.
            try change(
                fixture.home.appending(path: "library.sqlite").path,
                "CREATE TRIGGER kill BEFORE UPDATE ON download BEGIN SELECT RAISE(ABORT, 'killed'); END")
            await #expect(throws: LibraryError.self) { try await fixture.downloads().begin(music) }
            #expect(try fixture.names() == [name])
        }
    }

    @Test("adopts a file that was renamed before its row was stored")
    func adoptsRenamedFile() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text
            try await fixture.downloads().writeAndAbandon(music, start("1", long), long)
            try FileManager.default.moveItem(atPath: fixture.path(name + ".part"), toPath: fixture.path(name))
            let audio = FakeAudioRepository()
            let ended = try await fixture.usecase(audio).resume(jobs: 1).collected()
            #expect(ended.map(\.state) == [.downloaded])
            #expect(audio.reads.isEmpty)
            #expect(try await fixture.downloads().states(of: [music.id]) == [music.id: .downloaded])
        }
    }
}

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

@Suite("The stored cause of a failed download")
struct StoredFailureTests {
    private static let causes: [SourceFailureCause] = [
        .hostNotFound, .connectionRefused, .connectionReset, .connectionFailed, .connectionTimedOut,
        .networkUnreachable, .timedOut(after: nil), .timedOut(after: .milliseconds(1_500)),
        .stalled(for: .seconds(30)), .truncated, .notHTTP, .tls(.notTLS), .tls(.untrustedCertificate), .status(404),
        .redirect(.tooMany(limit: 5)), .redirect(.loop), .redirect(.unsupportedScheme("ftp")),
        .redirect(.invalidAddress), .privateNetwork, .noAudio, .invalidAddress(.notAURL),
        .invalidAddress(.unsupportedScheme("file")), .invalidAddress(.noHost), .invalidAddress(.invalidPort(0)),
        .invalidAddress(.containsCredentials), .content(.empty), .content(.webPage),
        .content(.wrongType("text/plain")), .content(.unsupportedCompression("br")),
        .content(.tooLarge(limit: 9, isUnpacked: false)), .content(.longerThanAnnounced),
        .content(.shorterThanAnnounced), .content(.wrongLength(1, expected: 2)), .content(.wrongDigest),
        .content(.tooLarge(limit: 9, isUnpacked: true)), .content(.compressionRatio(limit: 200)),
        .content(.notJSON(byte: 0x78, at: 4)), .content(.incompleteJSON(after: 3)), .content(.noArray(named: "songs")),
        .redirect(.otherServer("cdn.example")), .folder(.missing), .folder(.unreadable(.permission)),
        .folder(.unreadable(.hardware)), .signIn(.wrongPassword), .server(code: 40, message: "wrong  name "),
        .invalidSource(.playlistsUnsupported(kind: "tape")), .invalidSource(.invalidAddress(.noHost)),
        .invalidSource(.invalidPlaylistAddress(.invalidPort(0))), .other("answers 404 Not Found"), .other(""),
    ]

    @Test("is the same after a restart")
    func survivesRestart() async throws {
        try await DownloadFixture.with { fixture, music in
            for cause in Self.causes {
                _ = try await fixture.downloads().open(music).fail(cause)
                #expect(try await fixture.downloads().states(of: [music.id]) == [music.id: .failed(cause)])
            }
        }
    }

    @Test(
        "lacks pauses, which end soon, and texts of the system",
        arguments: [
            (.status(503, retryAfter: .seconds(5)), .status(503)),
            (.folder(.unreadable(.other("disk image"))), .folder(.unreadable(.unreadable))),
            (.invalidSource(.credentials(path: "/secret", .full)), .other("")),
        ] as [(SourceFailureCause, SourceFailureCause)])
    func dropsDetails(cause: SourceFailureCause, stored: SourceFailureCause) async throws {
        try await DownloadFixture.with { fixture, music in
            _ = try await fixture.downloads().open(music).fail(cause)
            #expect(try await fixture.downloads().states(of: [music.id]) == [music.id: .failed(stored)])
        }
    }

    @Test("of another version is a text", arguments: ["status 404", #"{"later":{}}"#, "{"])
    func readsOtherText(text: String) async throws {
        try await DownloadFixture.with { fixture, music in
            _ = try await fixture.downloads().open(music).fail(.truncated)
            let path = fixture.home.appending(path: "library.sqlite").path
            try change(path, "UPDATE download SET reason = '\(text)'")
            #expect(try await fixture.downloads().states(of: [music.id]) == [music.id: .failed(.other(text))])
        }
    }
}
