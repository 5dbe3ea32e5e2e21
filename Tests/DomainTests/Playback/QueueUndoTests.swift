import FermataContracts
import FermataDomain
import TestTraits
import Testing

@Suite("Undoing changes of the queue that plays", .timeLimit(.minutes(3)))
struct QueueUndoTests {
    private typealias Sample = PlaybackSample

    @Test(
        "the song plays on while entries return or leave",
        arguments: [PlayerCommand.remove(entries: [2, 5]), .add([MusicID(4)])])
    func playsOn(command: PlayerCommand) async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        sample.player.play(from: .zero, to: .seconds(9))
        try await sample.wait { $0.elapsed == .seconds(9) }
        try await sample.perform(command)
        let status = try await sample.perform(.undo(change: 2))
        #expect(status.queue.entries.map(\.song) == Sample.ids && status.queue.current?.number == 1)
        #expect(status.elapsed == .seconds(9) && status.state == .playing && sample.player.loaded == ["1"])
        #expect(sample.player.next == .address("https://example.org/2"))
        #expect(try await sample.stored.load().queue == status.queue)
    }

    @Test("the song before a replacement of the queue plays on where it was", arguments: [true, false])
    func playsFormerSong(isPaused: Bool) async throws {
        let sample = Sample()
        try await sample.perform(.play(Sample.ids))
        try await sample.perform(.next)
        try await sample.wait(forSong: 2)
        sample.player.play(from: .zero, to: .seconds(9))
        try await sample.wait { $0.elapsed == .seconds(9) }
        try await sample.perform(.play([MusicID(5), MusicID(4)]))
        try await sample.wait(forSong: 5)
        if isPaused { try await sample.perform(.pause) }
        let status = try await sample.perform(.undo(change: 2))
        #expect(status.queue.entries.map(\.song) == Sample.ids && status.song == MusicID(2))
        #expect(status.elapsed == .seconds(9) && status.state == (isPaused ? .paused : .buffering))
        #expect(
            sample.player.messages.contains(
                .load(.address("https://example.org/2"), at: .seconds(9), isPaused: isPaused)))
    }

    @Test("undoing a replacement restores the queue that another program has stored", arguments: [true, false])
    func restoresStoredQueue(isPlaying: Bool) async throws {
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: PlayQueue(Sample.ids)))
        let sample = Sample(stored: stored)
        try await sample.wait { !$0.queue.entries.isEmpty }
        if isPlaying {
            try await sample.perform(.resume)
            try await sample.wait(forSong: 1)
        }
        let other = [MusicID(5), MusicID(4)]
        _ = try await stored.update { $0.queue = PlayQueue(other) }
        try await sample.perform(.play([MusicID(1)]))
        try await sample.wait(forSong: 1)
        #expect(try await sample.perform(.undo(change: 1)).queue.entries.map(\.song) == other)
        #expect(try await stored.load().queue.entries.map(\.song) == other)
    }

    @Test("while nothing plays, the queue that another program has stored changes")
    func changesStoredQueue() async throws {
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: PlayQueue(Sample.ids)))
        let sample = Sample(stored: stored)
        try await sample.perform(.playEntry(number: 3))
        try await sample.perform(.stop)
        _ = try await stored.update { $0.queue = PlayQueue([MusicID(5)]) }
        let status = try await sample.perform(.add([MusicID(4)]))
        #expect(status.queue.entries.map(\.song.value) == [5, 4])
    }

    @Test("music that replaced an empty queue stops when that is undone")
    func stopsAddedMusic() async throws {
        let sample = Sample()
        try await sample.perform(.play([MusicID(1)]))
        try await sample.wait(forSong: 1)
        let status = try await sample.perform(.undo(change: 1))
        #expect(status.state == .stopped && status.queue.entries.isEmpty && sample.player.messages.last == .stop)
    }

    @Test("music that cannot be played replaces no queue, so that nothing can be undone")
    func recordsNoFailedReplacement() async throws {
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: PlayQueue([MusicID(2)])))
        let error = LibraryError.busy(path: "library")
        let sample = Sample(stored: stored, failures: [MusicID(1): error])
        await #expect(throws: error) { try await sample.perform(.play([MusicID(1)])) }
        #expect(try await stored.load().queue.entries.map(\.song.value) == [2])
        await #expect(throws: PlayerError.nothingToUndo) { try await stored.undo(change: 1) { _ in } }
    }

    @Test("a change that cannot be stored is not undone, and the song plays on")
    func reportsFailure() async throws {
        let error = LibraryError.cannotWrite(path: "library", .full)
        let sample = Sample(stored: InMemoryPlaybackRepository(error: error))
        try await sample.perform(.play(Sample.ids))
        try await sample.wait(forSong: 1)
        await #expect(throws: error) { try await sample.perform(.undo(change: 1)) }
        let status = try await sample.session.status()
        #expect(status.state == .playing && status.queue.entries.count == Sample.ids.count)
    }
}
