import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Playing a queue", .timeLimit(.minutes(3)))
struct PlayMusicUsecaseTests {
    private typealias Sample = PlaybackSample

    @Test("plays songs in order without a gap, and stops after the last one")
    func playsToEnd() async throws {
        let sample = Sample()
        try await sample.perform(.play([1, 2].map { MusicID($0) }))
        try await sample.wait(forSong: 1)
        #expect(sample.player.next == .address("https://example.org/2"))
        sample.player.finish()
        try await sample.wait(forSong: 2)
        #expect(sample.player.next == nil)
        sample.player.finish()
        try await sample.wait { $0.state == .stopped && $0.queue.current == nil }
        #expect(sample.player.loaded == ["1"])
        let ended = try await sample.session.status()
        #expect(ended.elapsed == .zero && ended.failure == nil)
    }

    @Test("a seek and the start of a song are jumps of the position, other commands not")
    func countsJumps() async throws {
        let sample = Sample()
        var last = try await sample.session.status().jumps
        for (command, isJump) in [
            (.play([1, 2].map { MusicID($0) }), true), (.seek(to: .seconds(1)), true),
            (.seekBy(.milliseconds(10)), true),
            (.pause, false), (.seekBy(.zero), true), (.resume, false), (.setVolume(5), false),
            (.setRepetition(.one), false), (.next, true), (.previous, true),
        ] as [(PlayerCommand, Bool)] {
            let jumps = try await sample.session.perform(command).jumps
            #expect((jumps > last) == isJump, "\(command)")
            last = jumps
        }
    }

    @Test("stays paused when the player moves to the next song")
    func staysPausedAtNextSong() async throws {
        let sample = Sample()
        try await sample.perform(.play([1, 2].map { MusicID($0) }))
        try await sample.wait(forSong: 1)
        try await sample.perform(.pause)
        sample.player.finish()
        try await sample.wait { $0.song == MusicID(2) }
        #expect(try await sample.session.status().state == .paused)
    }

    @Test("repeats all songs, and one song")
    func repeatsSongs() async throws {
        let sample = Sample()
        try await sample.perform(.play([1, 2].map { MusicID($0) }, repetition: .all))
        try await sample.wait(forSong: 1)
        sample.player.finish()
        try await sample.wait(forSong: 2)
        #expect(sample.player.next == .address("https://example.org/1"))
        try await sample.perform(.setRepetition(.one))
        #expect(sample.player.next == .address("https://example.org/2"))
        let skipped = try await sample.perform(.next)
        #expect(skipped.song == MusicID(1))
        let back = try await sample.perform(.setRepetition(.all))
        #expect(back.queue.repetition == .all)
        #expect(try await sample.perform(.previous).song == MusicID(2))
    }

    @Test("plays songs in the random order of a seed")
    func shufflesSongs() async throws {
        let sample = Sample()
        let status = try await sample.perform(.play(Sample.ids, seed: 7))
        #expect(status.queue.entries.map(\.song.value) == [2, 1, 5, 3, 4])
        #expect(sample.player.loaded == ["2"])
        let ordered = try await sample.perform(.shuffle(seed: nil))
        #expect(ordered.song == MusicID(2))
        #expect(sample.player.next == .address("https://example.org/3"))
        #expect(sample.player.loaded == ["2"])
    }

    @Test("plays the file of a downloaded song, and reads others at an address")
    func playsFiles() async throws {
        var songs = Sample.songs
        songs[0].isDownloaded = true
        let sample = Sample(music: songs)
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        #expect(sample.player.current == .file("/music/Song 1"))
        #expect(sample.player.next == .address("https://example.org/2"))
    }

    @Test("never plays explicit music for a young listener")
    func skipsExplicitMusic() async throws {
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: PlayQueue([2, 3, 4].map { MusicID($0) })))
        let sample = Sample(age: 12, stored: stored)
        try await sample.perform(.resume)
        try await sample.wait(forSong: 2)
        #expect(sample.player.next == .address("https://example.org/4"))
        #expect(try await sample.perform(.playEntry(number: 2)).song == MusicID(4))
        #expect(!sample.player.messages.contains { $0 == .setNext(.address("https://example.org/3")) })
        #expect(sample.player.loaded == ["2", "4"])
        #expect(try await sample.session.status().skipped.map(\.reason) == [.missing])
    }

    @Test("pauses, resumes and toggles")
    func pausesPlayback() async throws {
        let sample = Sample()
        await #expect(throws: PlayerError.nothingToPlay) { try await sample.perform(.toggle) }
        #expect(try await sample.perform(.play(Sample.ids)).state == .buffering)
        try await sample.wait(forSong: 1)
        #expect(try await sample.perform(.toggle).state == .paused)
        #expect(try await sample.perform(.pause).state == .paused)
        #expect(try await sample.perform(.resume).state == .playing)
        #expect(try await sample.perform(.resume).state == .playing)
        let pauses = sample.player.messages.filter { [.setPaused(true), .setPaused(false)].contains($0) }
        #expect(pauses == [.setPaused(true), .setPaused(false)])
    }

    @Test("seeks within the song")
    func seeksWithinSong() async throws {
        let sample = Sample()
        await #expect(throws: PlayerError.nothingToPlay) { try await sample.perform(.seek(to: .seconds(1))) }
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        #expect(try await sample.perform(.seek(to: .seconds(42))).elapsed == .seconds(42))
        #expect(try await sample.perform(.seekBy(.seconds(-2))).elapsed == .seconds(40))
        #expect(try await sample.perform(.seekBy(.seconds(-50))).elapsed == .zero)
        #expect(try await sample.perform(.seek(to: .seconds(999))).elapsed == .seconds(100))
        #expect(sample.player.messages.suffix(4) == [42, 40, 0, 100].map { .seek(.seconds($0)) })
        #expect(try await sample.stored.load().elapsed == .seconds(100))
    }

    @Test("limits the volume, hands it to the player and stores it")
    func setsVolume() async throws {
        let sample = Sample()
        #expect(try await sample.perform(.setVolume(130)).volume == 100)
        #expect(try await sample.perform(.changeVolume(-30)).volume == 70)
        try await sample.perform(.play(Sample.ids))
        #expect(sample.player.messages.first == .setVolume(70))
        #expect(try await sample.perform(.changeVolume(-90)).volume == 0)
        #expect(sample.player.messages.contains(.setVolume(0)))
        #expect(try await sample.stored.load().volume == 0)
    }

    @Test("previous plays the current song again after three seconds, else the previous one")
    func goesBackOneSong() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.perform(.next)
        try await sample.wait(forSong: 2)
        try await sample.perform(.seek(to: .seconds(4)))
        #expect(try await sample.perform(.previous).song == MusicID(2))
        try await sample.perform(.seek(to: .seconds(3)))
        #expect(try await sample.perform(.previous).song == MusicID(1))
        #expect(try await sample.perform(.previous).song == MusicID(1))
        #expect(sample.player.loaded == ["1", "2", "2", "1", "1"])
    }

    @Test("skipping the last song ends the queue, and resuming begins it anew")
    func skipsLast() async throws {
        let sample = Sample()
        try await sample.perform(.play([MusicID(1)]))
        let ended = try await sample.perform(.next)
        #expect(ended.state == .stopped)
        #expect(ended.song == nil)
        #expect(sample.player.messages.last == .stop)
        #expect(try await sample.perform(.resume).song == MusicID(1))
    }

    @Test(
        "skipping or removing the last song reports no failure, although none was played",
        arguments: [PlayerCommand.next, .remove(entries: [2]), .clear])
    func skipsLastBeforePlaying(command: PlayerCommand) async throws {
        let sample = Sample()
        sample.player.delayEvents()
        try await sample.perform(.play([9, 1].map { MusicID($0) }))
        let ended = try await sample.perform(command)
        #expect(ended.state == .stopped)
        #expect(ended.skipped == [SkippedSong(MusicID(9), .missing)])
        #expect(ended.failure == nil)
    }

    @Test("changes the queue while it plays")
    func changesQueue() async throws {
        let sample = Sample()
        try await sample.perform(.play([1, 2].map { MusicID($0) }))
        try await sample.wait(forSong: 1)
        try await sample.perform(.remove(entries: [2]))
        #expect(sample.player.next == nil)
        try await sample.perform(.add([MusicID(4)]))
        #expect(sample.player.next == .address("https://example.org/4"))
        #expect(try await sample.perform(.remove(entries: [1])).song == MusicID(4))
        #expect(sample.player.loaded == ["1", "4"])
        #expect(try await sample.stored.load().queue.entries.map(\.song) == [MusicID(4)])
        let cleared = try await sample.perform(.clear)
        #expect(cleared.state == .stopped)
        #expect(cleared.queue.entries.isEmpty)
    }

    @Test("removing the current song while paused stays paused at the next one")
    func staysPausedAfterRemoval() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        try await sample.perform(.pause)
        let status = try await sample.perform(.remove(entries: [1]))
        #expect(status.state == .paused)
        #expect(sample.player.messages.contains(.load(.address("https://example.org/2"), at: .zero, isPaused: true)))
    }

    @Test("seeks as soon as the player can")
    func seeksLater() async throws {
        let sample = Sample()
        sample.player.delayEvents()
        try await sample.perform(.play(Sample.ids))
        #expect(try await sample.perform(.seek(to: .seconds(42))).elapsed == .seconds(42))
        sample.player.releaseEvents()
        sample.player.play(from: .zero, to: .seconds(1))
        try await sample.wait { _ in sample.player.messages.contains(.seek(.seconds(42))) }
    }

    @Test("shows that a song of unknown length plays")
    func playsWithoutLength() async throws {
        let player = FakePlayer(length: nil)
        let sample = Sample(makePlayer: { player })
        try await sample.perform(.play(Sample.ids))
        player.play(from: .zero, to: .seconds(1))
        try await sample.wait { $0.state == .playing && $0.elapsed == .seconds(1) && $0.duration == nil }
    }

    @Test("shows that the player waits for audio")
    func showsBuffering() async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.buffer(true)
        try await sample.wait { $0.state == .buffering }
        #expect(try await sample.perform(.toggle).state == .paused)
        #expect(try await sample.perform(.resume).state == .buffering)
        sample.player.buffer(false)
        try await sample.wait { $0.state == .playing }
    }

    @Test("shows that the player waits for audio that was missing while it was paused", arguments: [true, false])
    func buffersAfterPause(isBuffering: Bool) async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.buffer(!isBuffering)
        try await sample.wait { $0.state == (isBuffering ? .playing : .buffering) }
        try await sample.perform(.pause)
        sample.player.buffer(isBuffering)
        // The position follows the event, and shows that it was handled.
        sample.player.play(from: .seconds(1), to: .seconds(1))
        try await sample.wait { $0.elapsed == .seconds(1) && $0.state == .paused }
        #expect(try await sample.perform(.resume).state == (isBuffering ? .buffering : .playing))
    }
}
