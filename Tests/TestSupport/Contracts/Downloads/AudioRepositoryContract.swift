public import FermataDomain
public import Foundation
import Testing

/// A repository under test, with control of its source.
public struct AudioSubject: Sendable {
    public let audio: any AudioRepository
    /// Replaces the audio of a song by a new version.
    public let serve: @Sendable (MusicID, Data) async throws -> Void
    /// Makes the next read of a song fail after a number of bytes.
    public let breakNext: @Sendable (MusicID, Int) async throws -> Void
    /// Returns the address of a song's audio.
    public let address: @Sendable (MusicID) -> String

    public init(
        _ audio: any AudioRepository, serve: @escaping @Sendable (MusicID, Data) async throws -> Void,
        breakNext: @escaping @Sendable (MusicID, Int) async throws -> Void,
        address: @escaping @Sendable (MusicID) -> String = { "https://example.org/\($0).mp3" }
    ) {
        self.audio = audio
        self.serve = serve
        self.breakNext = breakNext
        self.address = address
    }
}

/// Makes an audio repository and runs a body with it.
public typealias AudioRepositoryFactory = ContractFactory<
    @Sendable (@Sendable (AudioSubject) async throws -> Void) async throws -> Void
>

/// The rules of every `AudioRepository` without retries.
public enum AudioRepositoryContract {
    public typealias Rule = ContractRule<AudioRepositoryFactory>
    private static let id = MusicID(0x0123_4567_89AB_CDEF)
    private static let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })

    public static let rules: [Rule] = [
        rule("states the length, then sends the complete audio") { subject, music in
            let sink = InMemorySink()
            try await subject.audio.read(music, into: sink)
            #expect(await sink.bytes == content)
            #expect(await sink.starts.map(\.offset) == [0])
            #expect(await sink.starts.first?.total == Int64(content.count))
            #expect(await sink.starts.first?.version != nil)
        },
        rule("stops where the source stops and resumes there the next time") { subject, music in
            try await subject.breakNext(id, 100_000)
            let sink = InMemorySink()
            await #expect(throws: SourceFailure.self) { try await subject.audio.read(music, into: sink) }
            let part = try #require(await sink.part)
            #expect(part.length <= 100_000 && part.length > 0)
            try await subject.audio.read(music, into: sink)
            #expect(await sink.bytes == content)
            #expect(await sink.starts.map(\.offset) == [0, part.length])
            #expect(await sink.starts.last?.version == part.version)
        },
        rule("starts again if the audio has changed since the partial read") { subject, music in
            try await subject.breakNext(id, 100_000)
            let sink = InMemorySink()
            await #expect(throws: SourceFailure.self) { try await subject.audio.read(music, into: sink) }
            let changed = Data(content.reversed())
            try await subject.serve(id, changed)
            try await subject.audio.read(music, into: sink)
            #expect(await sink.bytes == changed)
            #expect(await sink.starts.map(\.offset) == [0, 0])
        },
        rule("starts again if the version of the partial audio is unknown") { subject, music in
            let sink = InMemorySink(Data("other".utf8), version: "nonsense")
            try await subject.audio.read(music, into: sink)
            #expect(await sink.bytes == content)
        },
        rule("sends the audio in pieces") { subject, music in
            let sink = InMemorySink()
            try await subject.audio.read(music, into: sink)
            #expect(await sink.pieces.count > 1)
        },
        rule("rethrows the sink's error") { subject, music in
            let full = DownloadError.cannotStore(path: "/there", .full)
            await #expect(throws: full) {
                try await subject.audio.read(music, into: InMemorySink(failure: full))
            }
        },
        rule("throws for music without audio") { subject, _ in
            let failure = await #expect(throws: SourceFailure.self) {
                try await subject.audio.read(Music(id: MusicID(7), title: "Silence"), into: InMemorySink())
            }
            #expect(failure?.isTransient == false)
            #expect(failure?.cause == .noAudio)
        },
        rule("ends at once in a cancelled task") { subject, music in
            let sink = CancellingSink()
            let task = Task { try await subject.audio.read(music, into: sink) }
            await sink.waitForBytes()
            task.cancel()
            await sink.open()
            await #expect(throws: CancellationError.self) { try await task.value }
        },
    ]

    private static func rule(
        _ name: String, _ check: @escaping @Sendable (AudioSubject, Music) async throws -> Void
    ) -> Rule {
        Rule(name) { factory in
            try await factory.make { subject in
                try await subject.serve(id, content)
                try await check(subject, Music(id: id, title: "Changes", audioURL: subject.address(id)))
            }
        }
    }
}

/// Blocks a read at its first bytes until `open` is called.
private actor CancellingSink: AudioSink {
    private var hasBytes = false
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    var part: AudioPart? { nil }
    func begin(_ start: AudioStart) {}

    func write(_ bytes: Data) async {
        hasBytes = true
        wake()
        while !isOpen { await pause() }
    }

    func waitForBytes() async {
        while !hasBytes { await pause() }
    }

    func open() {
        isOpen = true
        wake()
    }

    private func pause() async { await withCheckedContinuation { waiting.append($0) } }

    private func wake() {
        let waiting = waiting
        self.waiting = []
        waiting.forEach { $0.resume() }
    }
}
