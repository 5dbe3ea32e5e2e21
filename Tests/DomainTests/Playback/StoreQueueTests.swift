import FermataContracts
import FermataDomain
import Testing

@Suite("Storing the queue that a page plays")
struct StoreQueueTests {
    private let stored = InMemoryPlaybackRepository(StoredPlayback(volume: 40))

    private func store(
        _ index: Int, age: Int? = nil, songs: [MusicID] = PlaybackSample.ids, replacing revision: UInt64? = nil
    ) async throws -> NowPlaying {
        try await ControlPlayerUsecase(
            control: PlayerControlStub(), playback: stored, music: MusicRepositoryStub(PlaybackSample.songs),
            listener: Listener(age: age)
        ).store(songs, at: index, elapsed: .seconds(7), repetition: .all, replacing: revision)
    }

    @Test("replaces the queue and the position, but not the volume")
    func replacesQueue() async throws {
        let nowPlaying = try await store(3)
        #expect(nowPlaying.song?.title == "Song 4")
        let playback = try await stored.load()
        #expect(playback.queue.entries.map(\.song) == PlaybackSample.ids && playback.queue.index == 3)
        #expect(playback.elapsed == .seconds(7) && playback.volume == 40 && playback.queue.repetition == .all)
    }

    @Test("entries of songs that stay keep their numbers")
    func keepsNumbers() async throws {
        _ = try await store(0)
        let ids = PlaybackSample.ids
        _ = try await store(0, songs: [ids[4], ids[0], ids[0], ids[1]])
        #expect(try await stored.load().queue.entries.map(\.number) == [5, 1, 8, 2])
        _ = try await store(0, songs: [ids[0], ids[0]])
        #expect(try await stored.load().queue.entries.map(\.number) == [1, 8])
    }

    @Test("leaves out songs that the listener may not see, and unknown ones")
    func leavesOutHiddenSongs() async throws {
        let nowPlaying = try await store(2, age: 12, songs: [MusicID(99)] + PlaybackSample.ids)
        #expect(nowPlaying.song?.title == "Song 2" && nowPlaying.status.elapsed == .seconds(7))
        // The third song is explicit.
        let next = try await store(2, age: 12)
        #expect(next.song?.title == "Song 4" && next.status.elapsed == .zero)
        #expect(try await stored.load().queue.entries.map(\.song.value) == [1, 2, 4, 5])
        #expect(try await store(4, songs: [MusicID(1)]).status.queue.index == nil)
    }

    @Test("replaces no queue that was changed since it was read")
    func refusesChangedQueue() async throws {
        let revision = try await store(0).status.queue.revision
        let other = try await store(1, songs: PlaybackSample.ids.reversed(), replacing: revision).status.queue.revision
        #expect(other != revision)
        await #expect(throws: PlayerError.queueChanged) { try await store(0, replacing: revision) }
        #expect(try await stored.load().queue.entries.map(\.song) == PlaybackSample.ids.reversed())
        // The position is no part of the revision.
        #expect(
            try await store(2, songs: PlaybackSample.ids.reversed(), replacing: other).status.queue.revision == other)
    }

    @Test("a program that does not play takes the queue over")
    func sendsQueueToProgram() async throws {
        let program = PlayerControlStub(status: PlayerStatus())
        let control = ControlPlayerUsecase(
            control: program, playback: stored, music: MusicRepositoryStub(PlaybackSample.songs),
            listener: Listener(age: 12), isShared: true)
        _ = try await control.store(PlaybackSample.ids, at: 3, elapsed: .seconds(-1), repetition: .off)
        let ids = [1, 2, 4, 5].map { MusicID($0) }
        #expect(program.commands == [.replaceQueue(ids, index: 2, elapsed: .zero, repetition: .off)])
        #expect(try await stored.load() == StoredPlayback(volume: 40))
    }
}
