import FermataContracts
import FermataDomain
import Foundation
import Synchronization
import TestTraits
import Testing

@Suite("Storage of playback", .timeLimit(.minutes(3)))
struct PlaybackStorageTests {
    private typealias Sample = PlaybackSample

    @Test("stores the position every five seconds, and when the session ends")
    func storesPosition() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.play(from: .zero, to: .seconds(7))
        try await sample.wait { $0.elapsed == .seconds(7) }
        #expect(try await sample.stored.load().elapsed == .seconds(5))
        try await sample.end()
        let stored = try await sample.stored.load()
        #expect(stored.elapsed == .seconds(7))
        #expect(stored.queue.index == 0)
        #expect(sample.player.messages.last == .close)
    }

    @Test("a position from before a seek does not replace the stored target")
    func keepsTargetOfSeek() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.play(from: .zero, to: .seconds(2))
        try await sample.wait { $0.elapsed == .seconds(2) }
        try await sample.perform(.seek(to: .seconds(4)))
        sample.player.play(from: .seconds(2), to: .seconds(2))
        try await sample.wait { $0.elapsed == .seconds(2) }
        #expect(try await sample.stored.load().elapsed == .seconds(4))
    }

    @Test(
        "stores a position five seconds or more from the stored one, but none nearer",
        arguments: [(4, 4), (5, 9), (13, 9), (14, 14)])
    func storesDistantPosition(position: Int, expected: Int) async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        try await sample.perform(.seek(to: .seconds(9)))
        sample.player.play(from: .seconds(position), to: .seconds(position))
        try await sample.wait { $0.elapsed == .seconds(position) }
        #expect(try await sample.stored.load().elapsed == .seconds(expected))
    }

    @Test("stores the position when it pauses")
    func storesPositionOnPause() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.play(from: .seconds(3), to: .seconds(3))
        try await sample.wait { $0.elapsed == .seconds(3) }
        #expect(try await sample.stored.load().elapsed == .zero)
        try await sample.perform(.pause)
        #expect(try await sample.stored.load().elapsed == .seconds(3))
    }

    @Test("stores the position when the next song starts by itself")
    func storesPositionOfNextSong() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.finish()
        try await sample.wait { $0.song == Sample.ids[1] }
        #expect(try await sample.stored.load().queue.index == 1)
    }

    @Test("emits the stored queue before any command")
    func emitsStoredQueue() async throws {
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: PlayQueue(Sample.ids), volume: 40))
        let sample = Sample(stored: stored)
        try await sample.wait { $0.queue.entries.count == Sample.ids.count && $0.volume == 40 }
    }

    @Test("resumes the stored queue at its position")
    func resumes() async throws {
        var queue = PlayQueue(Sample.ids, repetition: .all)
        queue.move(toEntry: 4)
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: queue, elapsed: .seconds(61), volume: 40))
        let sample = Sample(stored: stored)
        let status = try await sample.perform(.resume)
        #expect(status.song == MusicID(4))
        #expect(status.elapsed == .seconds(61))
        #expect(
            sample.player.messages.prefix(2) == [
                .setVolume(40), .load(.address("https://example.org/4"), at: .seconds(61), isPaused: false),
            ])
    }

    @Test("counts a song as played after half of it, once")
    func recordsPlay() async throws {
        let sample = Sample()
        try await sample.perform(.play([MusicID(1), MusicID(2)]))
        try await sample.wait(forSong: 1)
        let started = sample.time.now
        sample.time.advance(by: 60)
        sample.player.play(from: .zero, to: .seconds(49))
        try await sample.wait { $0.elapsed == .seconds(49) }
        #expect(sample.history.all == [])
        sample.player.play(from: .seconds(50), to: .seconds(99))
        try await sample.wait { $0.elapsed == .seconds(99) }
        #expect(sample.history.all == [Play(MusicID(1), started: started)])
        sample.player.finish()
        try await sample.wait(forSong: 2)
        sample.player.play(from: .zero, to: .seconds(99))
        try await sample.wait { $0.elapsed == .seconds(99) }
        #expect(sample.history.all.map(\.song) == [MusicID(1), MusicID(2)])
        #expect(sample.history.all.last?.started == sample.time.now)
    }

    @Test(
        "a song counts after half of it or four minutes, but never before 30 seconds",
        arguments: [(20, nil), (40, 30), (100, 50), (470, 235), (1_000, 240), (0, 240)] as [(Int, Int?)])
    func countsPlay(length: Int, expected: Int?) async throws {
        let player = FakePlayer(length: .seconds(length))
        let sample = Sample(makePlayer: { player })
        try await sample.perform(.play([MusicID(1)]))
        try await sample.wait(forSong: 1)
        let before = expected.map { $0 - 1 } ?? length
        player.play(from: .zero, to: .seconds(before))
        try await sample.wait { $0.elapsed == .seconds(before) }
        #expect(sample.history.all == [])
        guard let expected else { return }
        player.play(from: .seconds(expected), to: .seconds(expected))
        try await sample.wait { $0.elapsed == .seconds(expected) }
        #expect(sample.history.all.count == 1)
    }

    @Test("a step of up to two seconds counts as played, a longer one as skipped", arguments: [2, 3])
    func countsSteps(step: Int) async throws {
        let sample = Sample()
        try await sample.perform(.play([MusicID(1)]))
        try await sample.wait(forSong: 1)
        for position in stride(from: 0, through: 96, by: step) {
            sample.player.play(from: .seconds(position), to: .seconds(position))
        }
        try await sample.wait { $0.elapsed == .seconds(96) }
        #expect(sample.history.all.count == (step == 2 ? 1 : 0))
    }

    @Test("skipped parts of a song do not count as played")
    func ignoresSeeking() async throws {
        let sample = Sample()
        try await sample.perform(.play([MusicID(1)]))
        try await sample.wait(forSong: 1)
        sample.player.play(from: .zero, to: .seconds(20))
        try await sample.wait { $0.elapsed == .seconds(20) }
        try await sample.perform(.seek(to: .seconds(90)))
        sample.player.play(from: .seconds(90), to: .seconds(99))
        try await sample.wait { $0.elapsed == .seconds(99) }
        #expect(sample.history.all == [])
    }

    @Test("a player that ends by itself leaves the position for the next one")
    func survivesEndOfPlayer() async throws {
        let (first, second) = (FakePlayer(), FakePlayer())
        let players = PlayersInOrder([first, second])
        let sample = Sample(makePlayer: players.next)
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        first.play(from: .zero, to: .seconds(9))
        try await sample.wait { $0.elapsed == .seconds(9) }
        first.kill()
        try await sample.wait { $0.failure == .player(.ended) }
        #expect(try await sample.session.status().state == .stopped)
        #expect(try await sample.stored.load().elapsed == .seconds(9))
        let resumed = try await sample.perform(.toggle)
        #expect(resumed.failure == nil)
        #expect(
            second.messages.contains(.load(.address("https://example.org/1"), at: .seconds(9), isPaused: false)))
    }

    @Test("a player that ends before it played anything is the reason why playback stops")
    func reportsEndAtStart() async throws {
        let error = PlayerError.endedAtStart(version: "mpv 9", message: "no such option")
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.kill(error)
        try await sample.wait { $0.failure == .player(error) }
        #expect(try await sample.session.status().state == .stopped)
    }

    @Test("replaces a player that rejects a song")
    func replacesRejectingPlayer() async throws {
        let (first, second) = (FakePlayer(), FakePlayer())
        let players = PlayersInOrder([first, second])
        let sample = Sample(makePlayer: players.next)
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        first.reject(.notResponding)
        await #expect(throws: PlayerError.notResponding) { try await sample.perform(.next) }
        #expect(first.messages.last == .close)
        #expect(try await sample.session.status().state == .stopped)
        try await sample.perform(.resume)
        #expect(second.loaded == ["2"])
    }

    @Test("without a sound device, playing stops with an error, and no song is skipped")
    func stopsWithoutOutput() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.failOutput()
        try await sample.wait { $0.failure == .player(.noSoundDevice) }
        let status = try await sample.session.status()
        #expect(status.state == .stopped && status.queue.index == 0 && status.skipped == [])
        #expect(sample.player.messages.last == .stop)
    }

    @Test("a missing player leaves the stored queue as it is")
    func keepsQueueWithoutPlayer() async throws {
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: PlayQueue([MusicID(2)]), elapsed: .seconds(3)))
        let sample = Sample(stored: stored, makePlayer: { throw PlayerError.notInstalled(program: "mpv") })
        await #expect(throws: PlayerError.notInstalled(program: "mpv")) {
            try await sample.perform(.play([MusicID(1)]))
        }
        #expect(try await stored.load().queue.entries.map(\.song) == [MusicID(2)])
        #expect(try await sample.session.status().queue.entries.map(\.song) == [MusicID(2)])
    }

    @Test("plays on if the library cannot be written, and says so")
    func playsWithoutStoring() async throws {
        let error = LibraryError.cannotWrite(path: "library", .full)
        let sample = Sample(stored: InMemoryPlaybackRepository(error: error))
        let status = try await sample.perform(.play(Sample.ids))
        #expect(status.state == .buffering)
        #expect(status.failure == .notStored(error))
        #expect(status.failure?.endingError == nil)
    }

    @Test("another program's change of the stored queue is kept, and plays after the next")
    func mergesChangeOfOtherProgram() async throws {
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: PlayQueue(Sample.ids)))
        let sample = Sample(stored: stored)
        try await sample.wait { !$0.queue.entries.isEmpty }
        _ = try await stored.update { $0.queue.insertNext([MusicID(5)]) }
        try await sample.perform(.resume)
        try await sample.wait(forSong: 1)
        #expect(try await stored.load().queue.current?.number == 1)
        let status = try await sample.perform(.add([MusicID(4)]))
        #expect(status.queue.entries.map(\.song.value) == [5, 1, 2, 3, 4, 5, 4] && status.song == MusicID(1))
        #expect(try await stored.load().queue == status.queue)
    }

    @Test("a queue that could not be stored stays the one that plays when it changes")
    func keepsUnstoredQueue() async throws {
        let error = LibraryError.cannotWrite(path: "library", .full)
        let sample = Sample(stored: InMemoryPlaybackRepository(error: error))
        try await sample.perform(.play(Sample.ids))
        let status = try await sample.perform(.remove(entries: [2]))
        #expect(status.queue.entries.map(\.number) == [1, 3, 4, 5] && status.failure == .notStored(error))
    }

    @Test("a queue that could not be stored at first is stored with the next position", arguments: [true, false])
    func storesQueueLater(isEnd: Bool) async throws {
        var queue = PlayQueue([MusicID(5), MusicID(4)])
        queue.move(toEntry: 2)
        let stored = InMemoryPlaybackRepository(
            StoredPlayback(queue: queue), error: LibraryError.busy(path: "library"), failures: 2)
        let sample = Sample(stored: stored)
        // Neither the queue nor the position of its first song is stored.
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        #expect(try await stored.load().queue == queue)
        if isEnd { try await sample.end() } else { try await sample.perform(.pause) }
        #expect(try await stored.load().queue.entries.map(\.song) == Sample.ids)
        #expect(try await stored.load().queue.current?.song == MusicID(1))
    }

    @Test("a change keeps the queue that plays if another program replaced the stored one", arguments: [1, 9])
    func keepsReplacedQueue(number: Int) async throws {
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: PlayQueue(Sample.ids)))
        let sample = Sample(stored: stored)
        try await sample.perform(.resume)
        try await sample.wait(forSong: 1)
        let other = PlayQueue.Entry(number: number, song: MusicID(5))
        _ = try await stored.update {
            $0.queue = PlayQueue(entries: [other], index: 0, repetition: .off, isShuffled: false)
        }
        let status = try await sample.perform(.add([MusicID(4)]))
        #expect(status.song == MusicID(1) && status.state == .playing)
        #expect(status.queue.entries.map(\.song) == Sample.ids + [MusicID(4)])
        #expect(try await stored.load().queue == status.queue)
    }

    @Test("takes over the queue of another player while nothing plays")
    func replacesQueue() async throws {
        let sample = Sample()
        let command = PlayerCommand.replaceQueue(
            [MusicID(5), MusicID(2)], index: 1, elapsed: .seconds(8), repetition: .all)
        try await sample.perform(.play(Sample.ids))
        await #expect(throws: PlayerError.alreadyRunning) { try await sample.perform(command) }
        try await sample.wait(forSong: 1)
        await #expect(throws: PlayerError.alreadyRunning) { try await sample.perform(command) }
        try await sample.perform(.pause)
        let status = try await sample.perform(command)
        #expect(status.state == .stopped && status.elapsed == .seconds(8) && status.song == MusicID(2))
        #expect(status.queue.entries.map(\.number) == [5, 2] && status.queue.repetition == .all)
        let stored = try await sample.stored.load()
        #expect(stored.queue == status.queue && stored.elapsed == .seconds(8))
        try await sample.perform(.resume)
        #expect(
            sample.player.messages.contains(.load(.address("https://example.org/2"), at: .seconds(8), isPaused: false)))
    }

    @Test("commands fail after the session has ended")
    func rejectsLateCommands() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.end()
        await #expect(throws: PlayerError.notRunning) { try await sample.perform(.next) }
    }

    @Test("a session ends if the stored queue cannot be read")
    func endsWithoutStoredQueue() async throws {
        let error = LibraryError.damaged(path: "library")
        let sample = Sample(stored: InMemoryPlaybackRepository(loadError: error))
        await #expect(throws: error) { try await sample.end() }
        await #expect(throws: PlayerError.notRunning) { try await sample.perform(.next) }
        for await _ in sample.session.statuses() {}
    }

    @Test(
        "a session in the background ends when nothing plays after a command",
        arguments: [.stop, .clear, .replaceQueue([], index: nil, elapsed: .zero, repetition: .off)] as [PlayerCommand])
    func endsInBackground(command: PlayerCommand) async throws {
        let sample = Sample(place: .background)
        // A desktop may set the volume before the music starts.
        try await sample.perform(.setVolume(3))
        #expect(try await sample.perform(.play(Sample.ids)).place == .background)
        try await sample.wait(forSong: 1)
        try await sample.perform(.pause)
        #expect(try await sample.session.status().state == .paused)
        try await sample.perform(command)
        for await _ in sample.session.statuses() {}
        #expect(sample.player.messages.last == .close)
    }

    @Test("a session in the background ends with its queue, or without a command in time")
    func endsInBackgroundByItself() async throws {
        let ended = Sample(place: .background)
        try await ended.perform(.play([MusicID(1)]))
        try await ended.wait(forSong: 1)
        ended.player.finish()
        for await _ in ended.session.statuses() {}
        let failed = Sample(place: .background)
        await #expect(throws: PlayerError.nothingToPlay) { try await failed.perform(.resume) }
        for await _ in failed.session.statuses() {}
        let idle = Sample(clock: SleeplessClock(), place: .background)
        for await _ in idle.session.statuses() {}
    }

    @Test("a session in the background reports why its music has failed before it ends")
    func reportsFailure() async throws {
        let sample = Sample(place: .background)
        let statuses = sample.session.statuses()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.failOutput()
        try await sample.wait { $0.failure == .player(.noSoundDevice) }
        for _ in 1...2 { #expect(try await sample.session.status().failure == .player(.noSoundDevice)) }
        // Music that begins meanwhile plays on, and its failure is reported as well.
        try await sample.perform(.resume)
        try await sample.wait { $0.state == .playing }
        sample.player.failOutput()
        var last: PlayerStatus?
        for await status in statuses { last = status }
        #expect(last?.failure == .player(.noSoundDevice) && last?.state == .stopped)
    }

    @Test("statuses end with the session")
    func statusesEndWithSession() async throws {
        let sample = Sample()
        let statuses = sample.session.statuses()
        try await sample.perform(.play(Sample.ids))
        try await sample.end()
        for await _ in statuses {}
        for await _ in sample.session.statuses() {}
    }
}

/// Returns each player once, in order.
private final class PlayersInOrder: Sendable {
    private let players: Mutex<[FakePlayer]>

    init(_ players: [FakePlayer]) {
        self.players = Mutex(players)
    }

    @Sendable func next() -> any Player { players.withLock { $0.removeFirst() } }
}
