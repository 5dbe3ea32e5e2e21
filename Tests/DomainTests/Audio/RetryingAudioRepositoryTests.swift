import FermataContracts
import FermataDomain
import Foundation
import TestTraits
import Testing

@Suite("Retried audio")
struct RetryingAudioRepositoryTests {
    private let source = FakeAudioRepository([MusicID(1): Data("a tune of some length".utf8)])
    private let clock = SleeplessClock()
    private let sink = InMemorySink()

    private func read(_ attempts: Int = 3) async throws {
        let audio = RetryingAudioRepository(source, retries: RetryPolicy(attempts: attempts), clock: clock)
        try await audio.read(Music(id: MusicID(1), title: "Changes"), into: sink)
    }

    private func breakOff(_ interruptions: [FakeAudioRepository.Interruption]) {
        source.change { $0.interruptions[MusicID(1)] = interruptions }
    }

    @Test("resumes after growing pauses while nothing arrives")
    func resumesAfterGrowingPauses() async throws {
        breakOff([.unreachable(), .unreachable()])
        try await read()
        #expect(await sink.bytes == Data("a tune of some length".utf8))
        #expect(clock.pauses == [.milliseconds(500), .seconds(1)])
    }

    @Test("fails after attempts without progress")
    func failsAfterAttemptsWithoutProgress() async throws {
        breakOff(Array(repeating: .unreachable(), count: 9))
        let failure = await #expect(throws: SourceFailure.self) { try await read() }
        #expect(failure?.cause == .truncated)
        #expect(source.reads.count == 3)
    }

    @Test("doubles pauses up to 30 seconds")
    func limitsPauses() async throws {
        breakOff(Array(repeating: .unreachable(), count: 9))
        try await read(10)
        #expect(clock.pauses.map { $0 / .seconds(1) } == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
    }

    @Test("continues while each attempt makes progress")
    func continuesWhileProgressing() async throws {
        breakOff(Array(repeating: .unreachable(after: 2), count: 10))
        try await read(2)
        #expect(await sink.bytes == Data("a tune of some length".utf8))
        #expect(source.reads.count == 11)
        #expect(clock.pauses == Array(repeating: .milliseconds(500), count: 10))
    }

    @Test("resets the count after progress")
    func resetsCountAfterProgress() async throws {
        breakOff([.unreachable(), .unreachable(after: 4), .unreachable(), .unreachable(), .unreachable()])
        await #expect(throws: SourceFailure.self) { try await read() }
        #expect(source.reads.count == 4)
        #expect(clock.pauses.map { $0 / .milliseconds(1) } == [500, 500, 1_000])
    }

    @Test("fails if each attempt starts over and never advances")
    func failsIfRestartsNeverAdvance() async throws {
        source.change { $0.version = nil }
        breakOff(Array(repeating: .unreachable(after: 8), count: 9))
        await #expect(throws: SourceFailure.self) { try await read() }
        #expect(source.reads.count == 3)
    }

    @Test(
        "fails if each attempt starts over with another version and reads one byte more",
        arguments: [[8, 4, 6, 2, 4, 2], Array(1...20)])
    func failsIfVersionsKeepChanging(lengths: [Int]) async throws {
        let changing = ChangingAudio(source: source)
        breakOff(lengths.map { .unreachable(after: $0) })
        await #expect(throws: SourceFailure.self) {
            try await RetryingAudioRepository(changing, clock: clock).read(
                Music(id: MusicID(1), title: "Changes"), into: sink)
        }
        #expect(source.reads.count == 3)
    }

    @Test("fails if attempts that add to the file alternate with attempts that start over")
    func failsIfRestartsAlternate() async throws {
        let changing = ChangingAudio(source: source, everyOther: true)
        breakOff((1...40).map { .unreachable(after: $0) })
        await #expect(throws: SourceFailure.self) {
            try await RetryingAudioRepository(changing, clock: clock).read(
                Music(id: MusicID(1), title: "Changes"), into: sink)
        }
        #expect(source.reads.count <= 9)
    }

    @Test("does not retry permanent failures", arguments: [SourceFailureCause.status(404), .content(.empty)])
    func doesNotRetryPermanentFailures(cause: SourceFailureCause) async throws {
        breakOff([.init(after: 4, SourceFailure(cause, address: ""))])
        await #expect(throws: SourceFailure.self) { try await read() }
        #expect(source.reads.count == 1)
    }

    @Test("throws other errors at once")
    func rethrowsOtherErrors() async throws {
        let full = DownloadError.cannotStore(path: "/there", .full)
        await #expect(throws: full) {
            try await RetryingAudioRepository(source, clock: clock).read(
                Music(id: MusicID(1), title: "Changes"), into: InMemorySink(failure: full))
        }
        #expect(source.reads.count == 1)
    }
}

/// A source that serves another version for each read.
private struct ChangingAudio: AudioRepository {
    let source: FakeAudioRepository
    /// Whether the version changes only for every second read.
    var everyOther = false

    func read(_ music: Music, into sink: any AudioSink) async throws {
        source.change { $0.version = "\(everyOther ? $0.reads.count / 2 : $0.reads.count)" }
        try await source.read(music, into: sink)
    }
}
