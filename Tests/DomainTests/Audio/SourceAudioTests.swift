import FermataContracts
import FermataDomain
import Foundation
import Synchronization
import Testing

@Suite("Audio of a source", .timeLimit(.minutes(3)))
struct SourceAudioTests {
    private static let content = Data("OggS and a tune of some length".utf8)
    private let song = Music(id: MusicID(1), title: "Changes", audioURL: "https://example.org/1.mp3")
    private let source = FakeAudioRepository([MusicID(1): Self.content])

    @Test("states length, version and format before the bytes")
    func statesProperties() async throws {
        let audio = try await audio()
        #expect(await audio.cachedProperties == nil)
        let stream = try await audio.open()
        #expect(
            stream.properties == AudioProperties(length: Int64(Self.content.count), version: "1", format: .ogg))
        #expect(await audio.cachedProperties == stream.properties)
        #expect(try await bytes(of: stream) == Self.content)
    }

    @Test("requests the rest only, once the version is known", arguments: [1, 10])
    func requestsRest(offset: Int) async throws {
        let observed = ObservedAudio(source)
        let audio = try await audio(observed)
        let first = try await audio.open().properties
        let stream = try await audio.open(from: Int64(offset))
        #expect(stream.properties == first)
        #expect(try await bytes(of: stream) == Self.content.dropFirst(offset))
        #expect(observed.offsets == [nil, Int64(offset)])
    }

    @Test("requests everything from the first byte, also once the version is known")
    func requestsEverything() async throws {
        let observed = ObservedAudio(source)
        let audio = try await audio(observed)
        for _ in 1...2 { #expect(try await bytes(of: audio.open()) == Self.content) }
        #expect(observed.offsets == [nil, nil])
    }

    @Test("skips the bytes before the offset if the source names no version", arguments: [4, 5])
    func skipsBytes(pieceSize: Int) async throws {
        source.change { ($0.version, $0.pieceSize) = (nil, pieceSize) }
        let stream = try await audio().open(from: 10)
        #expect(stream.properties.format == .ogg)
        #expect(try await bytes(of: stream) == Self.content.dropFirst(10))
    }

    @Test("states the new version if the audio has changed since it was known")
    func statesNewVersion() async throws {
        let audio = try await audio()
        _ = try await audio.open()
        source.change { ($0.version, $0.bytes[song.id]) = ("2", Data("fLaC is other audio".utf8)) }
        let stream = try await audio.open(from: 5)
        #expect(stream.properties == AudioProperties(length: 19, version: "2", format: .flac))
        #expect(try await bytes(of: stream) == Data("is other audio".utf8))
        #expect(await audio.cachedProperties == stream.properties)
    }

    @Test("continues where an interrupted read ended", arguments: [1, 9])
    func continuesAfterInterruption(end: Int) async throws {
        source.change { $0.interruptions[song.id] = [.unreachable(after: end), .unreachable(after: 8)] }
        let observed = ObservedAudio(source, attempts: 3)
        #expect(try await bytes(of: audio(observed).open()) == Self.content)
        #expect(observed.offsets == [nil, Int64(end), Int64(end + 8)])
    }

    @Test("continues a read if the source names only its length or only its version", arguments: [true, false])
    func continuesByLengthOrVersion(namesLength: Bool) async throws {
        source.change { source in
            if namesLength { source.version = nil } else { source.sendsLength = false }
            source.interruptions[song.id] = [.unreachable(after: 9)]
        }
        #expect(try await bytes(of: audio(ObservedAudio(source, attempts: 2)).open()) == Self.content)
    }

    @Test("throws if a source without length and version interrupts the read")
    func throwsWithoutLengthAndVersion() async throws {
        source.change { source in
            (source.version, source.sendsLength) = (nil, false)
            source.interruptions[song.id] = [.unreachable(after: 8)]
        }
        let stream = try await audio(ObservedAudio(source, attempts: 2)).open()
        let failure = await #expect(throws: SourceFailure.self) { try await bytes(of: stream) }
        #expect(failure?.cause == .content(.invalidResponse))
    }

    @Test("throws if the source continues with another version")
    func throwsForOtherVersion() async throws {
        source.change { $0.interruptions[song.id] = [.unreachable(after: 8)] }
        let observed = ObservedAudio(source, attempts: 2) { source in source.change { $0.version = "2" } }
        let stream = try await audio(observed).open()
        let failure = await #expect(throws: SourceFailure.self) { try await bytes(of: stream) }
        #expect(failure?.cause == .content(.invalidResponse))
    }

    @Test("throws the error of a source that sends nothing")
    func throwsFailure() async throws {
        source.change { $0.interruptions[song.id] = [.unreachable()] }
        let failure = await #expect(throws: SourceFailure.self) { try await audio().open() }
        #expect(failure?.cause == .truncated)
    }

    @Test("reads no more than one piece ahead of its consumer, and ends when it is released")
    func followsConsumer() async throws {
        let endless = EndlessAudio()
        var stream: AudioStream? = try await audio(endless).open()
        for _ in 0..<5 { _ = try await stream?.next() }
        #expect((5...7).contains(endless.sent))
        stream = nil
        await endless.waitForEnd()
    }

    private func audio(_ repository: (any AudioRepository)? = nil) async throws -> SourceAudio {
        let usecase = GetAudioUsecase(
            music: MusicRepositoryStub([song]), stored: [], remote: repository ?? source, listener: .anyone)
        guard case .source(let audio) = try await usecase.execute(song.id) else {
            throw SourceFailure(.noAudio, address: "")
        }
        return audio
    }

    private func bytes(of stream: AudioStream) async throws -> Data {
        var bytes = Data()
        while let piece = try await stream.next() {
            #expect(!piece.isEmpty)
            bytes += piece
        }
        return bytes
    }
}

/// Repeats failed reads, and records where they start; nil if they request everything.
private final class ObservedAudio: AudioRepository {
    private let source: FakeAudioRepository
    private let attempts: Int
    private let change: @Sendable (FakeAudioRepository) -> Void
    private let starts = Mutex<[Int64?]>([])

    /// `change` is called before each repeated read.
    init(
        _ source: FakeAudioRepository, attempts: Int = 1,
        change: @escaping @Sendable (FakeAudioRepository) -> Void = { _ in }
    ) {
        (self.source, self.attempts, self.change) = (source, attempts, change)
    }

    var offsets: [Int64?] { starts.withLock { $0 } }

    func read(_ music: Music, into sink: any AudioSink) async throws {
        for attempt in 1...attempts {
            let offset = try await sink.part?.length
            starts.withLock { $0.append(offset) }
            do { return try await source.read(music, into: sink) } catch  where attempt < attempts { change(source) }
        }
    }
}

/// Sends audio without end, and counts the pieces.
private final class EndlessAudio: AudioRepository {
    private let count = Mutex(0)
    private let ended = AsyncStream.makeStream(of: Void.self)

    var sent: Int { count.withLock { $0 } }

    func read(_ music: Music, into sink: any AudioSink) async throws {
        defer { ended.continuation.finish() }
        try await sink.begin(AudioStart())
        while true {
            count.withLock { $0 += 1 }
            try await sink.write(Data(count: 1_000))
        }
    }

    func waitForEnd() async { for await _ in ended.stream {} }
}
