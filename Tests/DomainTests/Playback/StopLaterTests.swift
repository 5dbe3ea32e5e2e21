import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Stopping after a time, and after the current song")
struct StopLaterTests {
    private typealias Sample = PlaybackSample

    @Test("the sleep timer stops playback at the current position when its time is over")
    func stopsAfterTime() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        #expect(try await sample.perform(.sleep(after: .seconds(90))).sleep == .seconds(120))
        sample.time.advance(by: 89)
        sample.player.play(from: .seconds(7), to: .seconds(7))
        try await sample.wait { $0.sleep == .seconds(60) && $0.elapsed == .seconds(7) }
        sample.time.advance(by: 1)
        sample.player.play(from: .seconds(8), to: .seconds(8))
        try await sample.wait { $0.state == .stopped && $0.sleep == nil && $0.failure == nil }
        #expect(sample.player.messages.last == .stop)
        let stored = try await sample.stored.load()
        #expect(stored.elapsed == .seconds(7) && stored.queue.current?.song == MusicID(1))
        #expect(try await sample.perform(.resume).song == MusicID(1))
    }

    @Test("the sleep timer stops a player that sends no events, also if it was early")
    func stopsWithoutEvents() async throws {
        let time = TestTime()
        let sample = Sample(time: time, clock: AdvancingClock(time, atMost: .seconds(60)))
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        try await sample.perform(.sleep(after: .seconds(90)))
        try await sample.wait { $0.state == .stopped && $0.sleep == nil }
        #expect(sample.player.messages.last == .stop)
    }

    @Test("a cancelled or later sleep timer does not stop playback")
    func replacesTimer() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        try await sample.perform(.sleep(after: .seconds(60)))
        #expect(try await sample.perform(.sleep(after: .seconds(600))).sleep == .seconds(600))
        sample.time.advance(by: 60)
        #expect(try await sample.session.status().sleep == .seconds(540))
        #expect(try await sample.perform(.sleep(after: nil)).sleep == nil)
        sample.time.advance(by: 600)
        #expect(try await sample.session.status().state == .playing)
    }

    @Test("a sleep timer that ends while playback is paused has no effect later")
    func endsWhilePaused() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        try await sample.perform(.sleep(after: .seconds(60)))
        try await sample.perform(.pause)
        sample.time.advance(by: 61)
        let resumed = try await sample.perform(.resume)
        #expect(resumed.state == .playing && resumed.sleep == nil)
    }

    @Test(
        "limits the time of the sleep timer",
        arguments: [(Duration.seconds(Int64.max), Duration.seconds(86_400)), (.seconds(Int64.min), nil)]
            as [(Duration, Duration?)])
    func limitsTime(time: Duration, shown: Duration?) async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        let status = try await sample.perform(.sleep(after: time))
        #expect(status.sleep == shown && (status.state == .stopped) == (shown == nil))
    }

    @Test("stops when the current song ends, and resuming plays the next one")
    func stopsAfterSong() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        #expect(try await sample.perform(.stopAfterSong(true)).stopsAfterSong)
        #expect(sample.player.next == nil)
        sample.player.finish()
        try await sample.wait { $0.state == .stopped && !$0.stopsAfterSong && $0.failure == nil }
        let stored = try await sample.stored.load()
        #expect(stored.queue.current?.song == MusicID(2) && stored.elapsed == .zero)
        #expect(sample.player.loaded == ["1"])
        #expect(try await sample.perform(.resume).song == MusicID(2))
        try await sample.wait(forSong: 2)
        #expect(sample.player.next == .address("https://example.org/3"))
    }

    @Test("plays on if the stop after the song is cancelled, or a new queue is played")
    func playsOn() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        try await sample.perform(.stopAfterSong(true))
        #expect(try await !sample.perform(.stopAfterSong(false)).stopsAfterSong)
        sample.player.finish()
        try await sample.wait(forSong: 2)
        try await sample.perform(.stopAfterSong(true))
        #expect(try await !sample.perform(.play([MusicID(4), MusicID(5)])).stopsAfterSong)
        try await sample.wait(forSong: 4)
        sample.player.finish()
        try await sample.wait(forSong: 5)
    }

    @Test("stops although the player has started the next song meanwhile")
    func stopsLate() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.delayEvents()
        sample.player.finish()
        try await sample.perform(.stopAfterSong(true))
        sample.player.releaseEvents()
        try await sample.wait { $0.state == .stopped && $0.song == MusicID(2) }
        #expect(sample.player.loaded == ["1"])
    }

    @Test("a song that repeats stops, too; the last one ends the queue", arguments: [PlayQueue.Repetition.one, .off])
    func stopsAfterLastSong(repetition: PlayQueue.Repetition) async throws {
        let sample = Sample()
        try await sample.perform(.play([MusicID(1)], repetition: repetition))
        try await sample.wait(forSong: 1)
        try await sample.perform(.stopAfterSong(true))
        sample.player.finish()
        try await sample.wait { $0.state == .stopped && !$0.stopsAfterSong }
        let song = try await sample.stored.load().queue.current?.song
        #expect(song == (repetition == .one ? MusicID(1) : nil))
    }

    @Test("both need a song that plays, and end when playback stops")
    func needsSong() async throws {
        let sample = Sample()
        for command in [PlayerCommand.sleep(after: .seconds(60)), .stopAfterSong(true)] {
            await #expect(throws: PlayerError.nothingToPlay) { try await sample.perform(command) }
        }
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        try await sample.perform(.sleep(after: .seconds(60)))
        try await sample.perform(.stopAfterSong(true))
        let stopped = try await sample.perform(.stop)
        #expect(stopped.sleep == nil && !stopped.stopsAfterSong)
        try await sample.perform(.sleep(after: nil))
        try await sample.perform(.stopAfterSong(false))
    }

    @Test("an inserted song plays next, without a gap, and a moved one after it")
    func insertsWhilePlaying() async throws {
        let sample = Sample()
        try await sample.perform(.play([1, 2, 4].map { MusicID($0) }))
        try await sample.wait(forSong: 1)
        try await sample.perform(.insertNext([MusicID(5)]))
        #expect(sample.player.next == .address("https://example.org/5"))
        try await sample.perform(.move(entries: [3], to: .next))
        #expect(sample.player.next == .address("https://example.org/4"))
        #expect(try await sample.stored.load().queue.entries.map(\.song.value) == [1, 4, 5, 2])
        await #expect(throws: PlayerError.noEntry(number: 9)) {
            try await sample.perform(.move(entries: [9], to: .end))
        }
        sample.player.finish()
        try await sample.wait(forSong: 4)
    }
}

/// A clock whose sleeps end at once and advance a time, each by at most a limit.
private struct AdvancingClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero
    private let time: TestTime
    private let limit: Duration

    init(_ time: TestTime, atMost limit: Duration) { (self.time, self.limit) = (time, limit) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        time.advance(by: min(now.duration(to: deadline), limit) / .seconds(1))
    }
}
