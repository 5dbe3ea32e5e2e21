import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Audio that is read at a pace")
struct RateLimitedAudioRepositoryTests {
    private let source = FakeAudioRepository([
        MusicID(1): Data(repeating: 1, count: 1_000), MusicID(2): Data(repeating: 2, count: 1_000),
    ])
    private let clock = ManualClock()

    private func audio() -> RateLimitedAudioRepository {
        source.change { $0.pieceSize = 100 }
        return RateLimitedAudioRepository(source, bytesPerSecond: 100, clock: clock)
    }

    @Test("takes as long as its bytes do at so many a second, whoever reads them")
    func together() async throws {
        let audio = audio()
        for id in [1, 2] as [UInt64] {
            let sink = InMemorySink()
            try await audio.read(song(at: nil, id: id), into: sink)
            #expect(await sink.bytes.count == 1_000)
        }
        #expect(clock.elapsed == .seconds(19))
        #expect(clock.pauses == Array(repeating: .seconds(1), count: 19))
    }

    @Test("shares the pace out between readers at the same time")
    func atOnce() async throws {
        let audio = audio()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in [1, 2] as [UInt64] {
                group.addTask { try await audio.read(song(at: nil, id: id), into: InMemorySink()) }
            }
            try await group.waitForAll()
        }
        #expect(clock.elapsed >= .seconds(19))
    }

    @Test("does not save up time in which nothing is read, but for a quarter of a second")
    func idle() async throws {
        let audio = audio()
        try await audio.read(song(at: nil), into: InMemorySink())
        #expect(clock.elapsed == .seconds(9))
        clock.advance(by: .seconds(3_600))
        try await audio.read(song(at: nil, id: 2), into: InMemorySink())
        #expect(clock.elapsed == .seconds(9 + 3_600 + 9) - .milliseconds(250))
    }

    @Test("makes up for waking up late")
    func late() async throws {
        clock.lateness = .milliseconds(10)
        try await audio().read(song(at: nil), into: InMemorySink())
        #expect(clock.elapsed == .seconds(9) + .milliseconds(10))
    }

    @Test("hands on the part, how it begins, and what goes wrong")
    func transparent() async throws {
        source.change { $0.breaks[MusicID(1)] = [.unreachable(after: 500)] }
        let sink = InMemorySink()
        await #expect(throws: SourceFailure.self) { try await audio().read(song(at: nil), into: sink) }
        try await audio().read(song(at: nil), into: sink)
        #expect(await sink.starts.map(\.offset) == [0, 500])
        #expect(await sink.bytes.count == 1_000)
    }

    @Test("stops waiting in a task that is cancelled")
    func cancelled() async throws {
        let audio = RateLimitedAudioRepository(source, bytesPerSecond: 1)
        let sink = InMemorySink()
        let reading = Task { try await audio.read(song(at: nil), into: sink) }
        while await sink.bytes.isEmpty { await Task.yield() }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }
}
