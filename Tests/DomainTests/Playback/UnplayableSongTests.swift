import FermataContracts
import FermataDomain
import Testing

@Suite("Playing a queue with songs that cannot be played", .timeLimit(.minutes(3)))
struct UnplayableSongTests {
    private typealias Sample = PlaybackSample

    @Test("skips songs that are unknown, without audio, unreachable, or fail in the player")
    func skipsUnplayable() async throws {
        var songs = Sample.songs
        songs[0].audioURL = nil
        let sample = Sample(
            unplayable: [3], failures: [MusicID(2): SourceFailure(.folder(.missing), address: "/music")], music: songs)
        let status = try await sample.perform(.play([MusicID(9)] + Sample.ids))
        #expect(sample.player.loaded.first == "3")
        let skipped = [
            SkippedSong(MusicID(9), .missing), SkippedSong(MusicID(1), .noAudio), SkippedSong(MusicID(2), .unplayable),
        ]
        #expect(status.skipped == skipped)
        try await sample.wait(forSong: 4)
        #expect(sample.player.loaded == ["3", "4"])
        #expect(
            try await sample.session.status().skipped == skipped + [SkippedSong(MusicID(3), .unplayable)])
    }

    @Test("lists a song that fails in the player beside one without audio", arguments: [[2, 3], [3, 2]])
    func listsNeighbours(order: [UInt64]) async throws {
        var songs = Sample.songs
        songs[1].audioURL = nil
        let sample = Sample(unplayable: [3], music: songs)
        try await sample.perform(.play(([1] + order + [4]).map { MusicID($0) }))
        try await sample.wait(forSong: 1)
        sample.player.finish()
        try await sample.wait(forSong: 4)
        let reasons: [UInt64: SkippedSong.Reason] = [2: .noAudio, 3: .unplayable]
        let skipped = order.compactMap { song in reasons[song].map { SkippedSong(MusicID(song), $0) } }
        let listed = try await sample.session.status().skipped
        #expect(Set(listed.map(\.song)) == Set(skipped.map(\.song)) && listed.count == 2)
        #expect(listed.allSatisfy { skipped.contains($0) })
    }

    @Test("lists all songs that will be skipped after the current one", arguments: [[8, 9], [8, 9, 10]])
    func listsNextSongs(unknown: [UInt64]) async throws {
        let sample = Sample()
        try await sample.perform(.play(([1] + unknown + [4]).map { MusicID($0) }))
        try await sample.wait(forSong: 1)
        let skipped = unknown.map { SkippedSong(MusicID($0), .missing) }
        #expect(try await sample.session.status().skipped == skipped)
    }

    @Test("lists songs that fail one after another, until one is heard")
    func listsFailuresInARow() async throws {
        let sample = Sample(unplayable: [1, 2])
        try await sample.perform(.play([1, 2, 3, 4].map { MusicID($0) }))
        try await sample.wait(forSong: 3)
        let failed = [1, 2].map { SkippedSong(MusicID($0), .unplayable) }
        #expect(try await sample.session.status().skipped == failed)
        sample.player.finish()
        try await sample.wait(forSong: 4)
        #expect(try await sample.session.status().skipped == [])
    }

    @Test("lists at most 1,000 skipped songs")
    func limitsSkippedSongs() async throws {
        let sample = Sample()
        let status = try await sample.perform(.play((1_001...2_002).map { MusicID($0) }))
        #expect(status.skipped.count == PlayerStatus.skippedLimit && status.failure == .player(.nothingPlayable))
    }

    @Test("stops after trying each song once if none can be played, also if repeating")
    func stopsIfNothingPlays() async throws {
        let sample = Sample(unplayable: [1, 2])
        try await sample.perform(.play([1, 2].map { MusicID($0) }, repetition: .all))
        try await sample.wait { $0.state == .stopped }
        #expect(sample.player.loaded == ["1", "2"])
        #expect(try await sample.session.status().failure == .player(.nothingPlayable))
        try await sample.perform(.resume)
        try await sample.wait { $0.state == .stopped && $0.failure != nil }
        #expect(sample.player.loaded == ["1", "2", "1", "2"])
        let unknown = try await sample.perform(.play([8, 9].map { MusicID($0) }, repetition: .one))
        #expect(unknown.state == .stopped)
        #expect(unknown.skipped.map(\.reason) == [.missing, .missing])
        #expect(unknown.failure == .player(.nothingPlayable))
    }

    @Test("reports a failure if the only song cannot be played")
    func reportsOnlySong() async throws {
        let sample = Sample(unplayable: [1])
        try await sample.perform(.play([MusicID(1)]))
        try await sample.wait { $0.state == .stopped }
        #expect(try await sample.session.status().failure == .player(.nothingPlayable))
    }

    @Test("reports no failure if a song was played before the one that cannot be played")
    func endsWithoutFailureAfterPlaying() async throws {
        let sample = Sample(unplayable: [2])
        try await sample.perform(.play([1, 2].map { MusicID($0) }))
        try await sample.wait(forSong: 1)
        sample.player.finish()
        try await sample.wait { $0.state == .stopped }
        let ended = try await sample.session.status()
        #expect(ended.skipped == [SkippedSong(MusicID(2), .unplayable)])
        #expect(ended.failure == nil)
    }

    @Test("continues after each failing song while another one can be played")
    func playsOnAfterFailures() async throws {
        let sample = Sample(unplayable: [2])
        try await sample.perform(.play([1, 2].map { MusicID($0) }, repetition: .all))
        for count in 1...4 {
            if count > 1 { sample.player.finish() }
            try await sample.wait { _ in sample.player.loaded.count == count }
            try await sample.wait(forSong: 1)
        }
        #expect(sample.player.loaded == ["1", "1", "1", "1"])
    }

    @Test("a next song that fails in the player is skipped when its turn comes")
    func skipsFailingNext() async throws {
        let sample = Sample(unplayable: [2])
        try await sample.perform(.play([1, 2, 4].map { MusicID($0) }))
        try await sample.wait(forSong: 1)
        sample.player.finish()
        try await sample.wait(forSong: 4)
        #expect(sample.player.loaded == ["1", "4"])
    }

    @Test("stops at a song if the library cannot look up the one after it")
    func stopsIfLibraryFails() async throws {
        let error = LibraryError.damaged(path: "library")
        let sample = Sample(failures: [MusicID(2): error])
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.finish()
        try await sample.wait { $0.failure == .library(error) }
        let stopped = try await sample.session.status()
        #expect(stopped.failure?.endingError as? LibraryError == error)
        #expect(stopped.state == .stopped && stopped.song == MusicID(1))
    }

    @Test("restores the earlier queue if the library cannot look up the first song")
    func restoresEarlierQueue() async throws {
        let error = LibraryError.damaged(path: "library")
        let sample = Sample(failures: [MusicID(2): error])
        try await sample.perform(.play([MusicID(1)]))
        try await sample.wait(forSong: 1)
        await #expect(throws: error) { try await sample.perform(.play([MusicID(2)])) }
        #expect(sample.player.messages.last == .stop)
        let stopped = try await sample.session.status()
        #expect(stopped.state == .stopped && stopped.song == MusicID(1) && stopped.skipped == [])
        #expect(stopped.failure == .library(error))
        #expect(try await sample.stored.load().queue == stopped.queue)
    }

    @Test("restores the earlier queue if the player rejects the first song of a new one")
    func restoresQueueOfRejectedSong() async throws {
        let sample = Sample()
        try await sample.perform(.play([MusicID(1)]))
        try await sample.wait(forSong: 1)
        sample.player.reject(.notResponding)
        await #expect(throws: PlayerError.notResponding) { try await sample.perform(.play([MusicID(9), MusicID(2)])) }
        let stopped = try await sample.session.status()
        #expect(stopped.state == .stopped && stopped.song == MusicID(1) && stopped.skipped == [])
        #expect(stopped.failure == .player(.notResponding))
        #expect(try await sample.stored.load().queue == stopped.queue)
    }

    @Test("stops if the current song is removed and the library cannot look up the next one")
    func stopsRemovedSong() async throws {
        let error = LibraryError.damaged(path: "library")
        let sample = Sample(failures: [MusicID(2): error])
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        await #expect(throws: error) { try await sample.perform(.remove(entries: [1])) }
        #expect(sample.player.messages.last == .stop)
        let stopped = try await sample.session.status()
        #expect(stopped.state == .stopped && stopped.song == MusicID(2))
        #expect(stopped.failure == .library(error))
    }

    @Test("reports no failure if a song ends before the player reports a position")
    func endsWithoutPosition() async throws {
        let player = FakePlayer(length: nil)
        let sample = Sample(makePlayer: { player })
        try await sample.perform(.play([MusicID(1)]))
        player.finish()
        try await sample.wait { $0.state == .stopped }
        #expect(try await sample.session.status().failure == nil)
    }

    @Test("previous restarts the current song if no earlier one can be played")
    func restartsWithoutEarlierSong() async throws {
        let sample = Sample()
        try await sample.perform(.play([MusicID(9)] + Sample.ids))
        try await sample.wait(forSong: 1)
        let status = try await sample.perform(.previous)
        #expect(status.song == MusicID(1) && status.state != .stopped && status.elapsed == .zero)
        #expect(status.skipped == [SkippedSong(MusicID(9), .missing)] && status.failure == nil)
        #expect(sample.player.loaded == ["1", "1"])
    }

    @Test("previous ends the queue if neither an earlier nor the current song can be played")
    func endsWithoutPlayableSong() async throws {
        var queue = PlayQueue([MusicID(8), MusicID(9), MusicID(1)])
        queue.move(toEntry: 2)
        let sample = Sample(stored: InMemoryPlaybackRepository(StoredPlayback(queue: queue)))
        let status = try await sample.perform(.previous)
        #expect(status.state == .stopped && status.queue.index == nil)
        #expect(status.failure == .player(.nothingPlayable))
        #expect(sample.player.loaded == [])
    }

    @Test("goes back past a song that cannot be played")
    func goesBackPastUnplayable() async throws {
        var songs = Sample.songs
        songs[1].audioURL = nil
        let sample = Sample(music: songs)
        try await sample.perform(.play(Sample.ids))
        try await sample.perform(.playEntry(number: 3))
        #expect(try await sample.perform(.previous).song == MusicID(1))
        await #expect(throws: PlayerError.noEntry(number: 9)) { try await sample.perform(.playEntry(number: 9)) }
        await #expect(throws: PlayerError.noEntry(number: 9)) { try await sample.perform(.remove(entries: [9])) }
    }
}
