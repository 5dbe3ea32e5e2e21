import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestTraits
import Testing

@Suite("Rate-limited audio")
struct RateLimitedAudioRepositoryTests {
    private let source = FakeAudioRepository([
        MusicID(1): Data(repeating: 1, count: 1_000), MusicID(2): Data(repeating: 2, count: 1_000),
    ])
    private let clock = ManualClock()

    private func audio() -> RateLimitedAudioRepository {
        source.change { $0.pieceSize = 100 }
        return RateLimitedAudioRepository(source, bytesPerSecond: 100, clock: clock)
    }

    @Test("limits the bytes per second of all readers together")
    func limitsAllReaders() async throws {
        let audio = audio()
        for id in [1, 2] as [UInt64] {
            let sink = InMemorySink()
            try await audio.read(song(at: nil, id: id), into: sink)
            #expect(await sink.bytes.count == 1_000)
        }
        #expect(clock.elapsed == .seconds(19))
        #expect(clock.pauses == Array(repeating: .seconds(1), count: 19))
    }

    @Test("concurrent readers together do not exceed the rate")
    func limitsConcurrentReaders() async throws {
        let audio = audio()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in [1, 2] as [UInt64] {
                group.addTask { try await audio.read(song(at: nil, id: id), into: InMemorySink()) }
            }
            try await group.waitForAll()
        }
        #expect(clock.elapsed >= .seconds(19))
    }

    @Test("reads at least one byte per second", arguments: [0, 1])
    func readsOneBytePerSecond(bytesPerSecond: Int) async throws {
        source.change { $0.pieceSize = 100 }
        let audio = RateLimitedAudioRepository(source, bytesPerSecond: bytesPerSecond, clock: clock)
        try await audio.read(song(at: nil), into: InMemorySink())
        #expect(clock.elapsed == .seconds(900))
    }

    @Test("saves at most a quarter second of unused time")
    func savesQuarterSecond() async throws {
        let audio = audio()
        try await audio.read(song(at: nil), into: InMemorySink())
        #expect(clock.elapsed == .seconds(9))
        clock.advance(by: .seconds(3_600))
        try await audio.read(song(at: nil, id: 2), into: InMemorySink())
        #expect(clock.elapsed == .seconds(9 + 3_600 + 9) - .milliseconds(250))
    }

    @Test("compensates for late wake-ups")
    func compensatesLateWakeups() async throws {
        clock.lateness = .milliseconds(10)
        try await audio().read(song(at: nil), into: InMemorySink())
        #expect(clock.elapsed == .seconds(9) + .milliseconds(10))
    }

    @Test("passes the partial file, its start and errors on")
    func passesPartAndErrorsOn() async throws {
        source.change { $0.interruptions[MusicID(1)] = [.unreachable(after: 500)] }
        let sink = InMemorySink()
        await #expect(throws: SourceFailure.self) { try await audio().read(song(at: nil), into: sink) }
        try await audio().read(song(at: nil), into: sink)
        #expect(await sink.starts.map(\.offset) == [0, 500])
        #expect(await sink.bytes.count == 1_000)
    }

    @Test("stops waiting when its task is cancelled")
    func cancellationEndsWaiting() async throws {
        let audio = RateLimitedAudioRepository(source, bytesPerSecond: 1, clock: ContinuousClock())
        let sink = InMemorySink()
        let reading = Task { try await audio.read(song(at: nil), into: sink) }
        try await waitUntil { await !sink.bytes.isEmpty }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }
}

/// A clock on which time passes only when a test advances it or code sleeps on it.
final class ManualClock: Clock {
    private struct State {
        var now = ContinuousClock.now
        var pauses: [Duration] = []
        var lateness = Duration.zero
    }

    private let state = Mutex(State())
    private let start: ContinuousClock.Instant

    init() {
        start = state.withLock { $0.now }
    }

    var now: ContinuousClock.Instant { state.withLock { $0.now } }
    var elapsed: Duration { start.duration(to: now) }
    /// The durations of all sleeps so far.
    var pauses: [Duration] { state.withLock { $0.pauses } }
    var minimumResolution: Duration { .zero }

    /// How late each sleeper wakes up.
    var lateness: Duration {
        get { state.withLock { $0.lateness } }
        set { state.withLock { $0.lateness = newValue } }
    }

    func advance(by duration: Duration) { state.withLock { $0.now += duration } }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.pauses.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline + state.lateness)
        }
    }
}
