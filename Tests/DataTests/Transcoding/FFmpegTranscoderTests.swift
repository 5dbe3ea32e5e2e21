import FermataData
import FermataDomain
import Foundation
import Testing
import TestTraits

@Suite("Converting audio with ffmpeg", .timeLimit(.minutes(2)))
struct FFmpegTranscoderTests {
    private let folder: TemporaryFolder
    private let mp3 = Transcoding(to: .mp3, bitRate: 192)

    init() throws { folder = try TemporaryFolder() }

    @Test("sends what the program writes, and sends it from the cache the next time")
    func convertsOnce() async throws {
        let transcoder = try transcoder("printf 'ID3'; sleep 0.2; printf 'rest'")
        let first = try await transcoder.audio(of: MusicID(7), version: "1", as: mp3)
        #expect(try await first.bytes() == Data("ID3rest".utf8))
        try await waitUntil { try await transcoder.audio(of: MusicID(7), version: "1", as: mp3).isFile }
        let second = try await transcoder.audio(of: MusicID(7), version: "1", as: mp3)
        #expect(try await second.bytes() == Data("ID3rest".utf8))
        #expect(try arguments().count == 1)
        for (version, transcoding) in [("2", mp3), ("1", Transcoding(to: .mp3, bitRate: 64))] {
            _ = try await transcoder.audio(of: MusicID(7), version: version, as: transcoding).bytes()
        }
        #expect(try arguments().count == 3)
    }

    @Test("names the song's address, the codec, the bit rate and the offset, and no file")
    func passesArguments() async throws {
        let transcoder = try transcoder("printf x")
        let late = Transcoding(to: .opus, bitRate: 64, from: .seconds(90))
        _ = try await transcoder.audio(of: MusicID(7), version: "1", as: late).bytes()
        _ = try await transcoder.audio(of: MusicID(7), version: "1", as: Transcoding(to: .flac, bitRate: nil)).bytes()
        let lines = try arguments()
        #expect(lines[0].contains("-ss 90.0 -i http://127.0.0.1:1/0000000000000007 ") && lines[0].contains("libopus"))
        #expect(lines[0].contains("-b:a 64k") && lines[0].hasSuffix("pipe:1"))
        #expect(!lines[1].contains("-ss") && !lines[1].contains("-b:a") && lines[1].contains("-f flac"))
        // Audio from an offset on is not cached.
        try await waitUntil { try files().count == 1 }
    }

    @Test("shares a conversion among those who ask for the same")
    func sharesConversion() async throws {
        let transcoder = try transcoder("printf a; sleep 0.5; printf b")
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 1...4 {
                group.addTask { try await transcoder.audio(of: MusicID(7), version: "1", as: mp3).bytes() }
            }
            for try await bytes in group { #expect(bytes == Data("ab".utf8)) }
        }
        #expect(try arguments().count == 1)
    }

    @Test(
        "throws if the program fails at once, ends without audio, or hangs", arguments: ["exit 1", "true", "sleep 60"])
    func reportsFailure(script: String) async throws {
        let transcoder = try transcoder(script, clock: SleeplessClock())
        await #expect(throws: TranscodingError.failed) {
            try await transcoder.audio(of: MusicID(7), version: "1", as: mp3)
        }
        try await waitUntil { try files().isEmpty }
    }

    @Test("ends the audio with an error if the program fails later, and caches nothing")
    func reportsLateFailure() async throws {
        let transcoder = try transcoder("printf a; sleep 0.2; exit 1")
        let audio = try await transcoder.audio(of: MusicID(7), version: "1", as: mp3)
        await #expect(throws: TranscodingError.failed) { try await audio.bytes() }
        try await waitUntil { try files().isEmpty }
    }

    @Test("kills the program when the last reader leaves")
    func cancelsConversion() async throws {
        let transcoder = try transcoder("echo $$ > \(folder.path("pid")); printf a; sleep 60")
        let audio = try await transcoder.audio(of: MusicID(7), version: "1", as: mp3)
        let reader = Task { try await audio.bytes() }
        let text = try String(contentsOfFile: folder.path("pid"), encoding: .utf8)
        let id = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        try await Task.sleep(for: .milliseconds(100))
        #expect(kill(id, 0) == 0)
        reader.cancel()
        try await waitUntil { kill(id, 0) != 0 }
        try await waitUntil { try files().isEmpty }
    }

    @Test("is not available without the program")
    func isUnavailable() {
        let transcoder = FFmpegTranscoder(
            searchPath: folder.path("nowhere"), addresses: Addresses(), folder: URL(filePath: folder.path("cache")),
            clock: ContinuousClock(), now: { Date() })
        #expect(!transcoder.isAvailable)
    }

    private struct Addresses: AudioServer {
        func address(of song: MusicID) -> String { "http://127.0.0.1:1/\(song)" }
    }

    /// A transcoder whose program logs its arguments and runs a script.
    private func transcoder(_ script: String, clock: any Clock<Duration> = ContinuousClock()) throws -> FFmpegTranscoder
    {
        let program = folder.path("ffmpeg")
        try writeExecutable("#!/bin/sh\necho \"$@\" >> \(folder.path("arguments"))\n\(script)\n", to: program)
        let transcoder = FFmpegTranscoder(
            program: program, searchPath: "/usr/bin:/bin", addresses: Addresses(),
            folder: URL(filePath: folder.path("cache")), clock: clock, now: { Date() })
        #expect(transcoder.isAvailable)
        return transcoder
    }

    /// The arguments of each run of the program.
    private func arguments() throws -> [String] {
        try String(contentsOfFile: folder.path("arguments"), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("cache"))
    }
}

extension TranscodedAudio {
    fileprivate var isFile: Bool { if case .audio = self { true } else { false } }

    fileprivate func bytes() async throws -> Data {
        switch self {
        case .audio(.file(let file)): return try file.file.readToEnd() ?? Data()
        case .audio(.source): return Data()
        case .stream(let parts, _):
            var bytes = Data()
            for try await part in parts { bytes += part }
            return bytes
        }
    }
}
