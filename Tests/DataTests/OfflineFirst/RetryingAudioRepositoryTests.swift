import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Audio that is read again while that may help")
struct RetryingAudioRepositoryTests {
    private let source = FakeAudioRepository([MusicID(1): Data("a tune of some length".utf8)])
    private let clock = SleeplessClock()
    private let sink = InMemorySink()

    private func read(_ attempts: Int = 3) async throws {
        let audio = RetryingAudioRepository(source, retries: RetryPolicy(attempts: attempts), clock: clock)
        try await audio.read(song(at: nil), into: sink)
    }

    private func breakOff(_ breaks: [FakeAudioRepository.Break]) {
        source.change { $0.breaks[MusicID(1)] = breaks }
    }

    @Test("goes on where it broke off, after longer and longer pauses while nothing comes")
    func pauses() async throws {
        breakOff([.unreachable(), .unreachable()])
        try await read()
        #expect(await sink.bytes == Data("a tune of some length".utf8))
        #expect(clock.pauses == [.milliseconds(500), .seconds(1)])
    }

    @Test("gives up after so many attempts in which nothing comes, with why")
    func givesUp() async throws {
        breakOff(Array(repeating: .unreachable(), count: 9))
        let failure = await #expect(throws: SourceFailure.self) { try await read() }
        #expect(failure?.reason == "broke off in the middle")
        #expect(source.readings.count == 3)
    }

    @Test("does not give up while each attempt brings some more")
    func progress() async throws {
        breakOff(Array(repeating: .unreachable(after: 2), count: 10))
        try await read(2)
        #expect(await sink.bytes == Data("a tune of some length".utf8))
        #expect(source.readings.count == 11)
        #expect(clock.pauses == Array(repeating: .milliseconds(500), count: 10))
    }

    @Test("counts anew after an attempt that brought more")
    func countsAnew() async throws {
        breakOff([.unreachable(), .unreachable(after: 4), .unreachable(), .unreachable(), .unreachable()])
        await #expect(throws: SourceFailure.self) { try await read() }
        #expect(source.readings.count == 4)
        #expect(clock.pauses.map { $0 / .milliseconds(1) } == [500, 500, 1_000])
    }

    @Test("gives up where it begins anew each time, and never comes further")
    func noProgress() async throws {
        source.change { $0.version = nil }
        breakOff(Array(repeating: .unreachable(after: 8), count: 9))
        await #expect(throws: SourceFailure.self) { try await read() }
        #expect(source.readings.count == 3)
    }

    @Test("gives up where each attempt is of another version, and comes no further than the one before")
    func otherVersions() async throws {
        let changing = ChangingAudio(source: source)
        breakOff([8, 4, 6, 2, 4, 2].map { .unreachable(after: $0) })
        await #expect(throws: SourceFailure.self) {
            try await RetryingAudioRepository(changing, clock: clock).read(song(at: nil), into: sink)
        }
        #expect(source.readings.count == 3)
    }

    @Test("does not try again what will not pass", arguments: [SourceFailure.Kind.refused, .badData])
    func final(kind: SourceFailure.Kind) async throws {
        breakOff([.init(after: 4, SourceFailure(kind, address: "", reason: "no"))])
        await #expect(throws: SourceFailure.self) { try await read() }
        #expect(source.readings.count == 1)
    }

    @Test("throws on at once what is not the source's failure")
    func library() async throws {
        let full = LibraryError.cannotKeep(path: "/there", reason: "the disk is full")
        await #expect(throws: full) {
            try await RetryingAudioRepository(source, clock: clock).read(
                song(at: nil), into: InMemorySink(failure: full))
        }
        #expect(source.readings.count == 1)
    }
}

/// A source whose audio is of another version each time.
private struct ChangingAudio: AudioRepository {
    let source: FakeAudioRepository

    func read(_ music: Music, into sink: any AudioSink) async throws {
        source.change { $0.version = "\($0.readings.count)" }
        try await source.read(music, into: sink)
    }
}
