import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Controlling the player, and listing what was played")
struct ControlPlayerUsecaseTests {
    private let music = MusicRepositoryStub(PlaybackSample.songs)

    @Test("returns what is played with its song")
    func returnsSong() async throws {
        let control = PlayerControlStub(status: PlayerStatus(state: .playing, queue: Self.queue(at: 1)))
        let now = try await usecase(control).execute(.next)
        #expect(control.commands == [.next])
        #expect(now.song == PlaybackSample.songs[1])
        #expect(now.status.state == .playing)
    }

    @Test("hides an explicit song that another person plays from a young listener")
    func hidesExplicitSong() async throws {
        let control = PlayerControlStub(status: PlayerStatus(state: .playing, queue: Self.queue(at: 2)))
        let now = try await usecase(control, age: 12).status()
        #expect(now.song == nil)
        #expect(now.status.state == .playing)
    }

    @Test("returns the stored queue if no player runs")
    func returnsStoredQueue() async throws {
        let stored = StoredPlayback(queue: Self.queue(at: 3), elapsed: .seconds(4), volume: 5)
        let now = try await usecase(PlayerControlStub(), stored: stored).status()
        #expect(now.status == PlayerStatus(queue: Self.queue(at: 3), elapsed: .seconds(4), volume: 5))
        #expect(now.song?.title == "Song 4")
        await #expect(throws: PlayerError.notRunning) {
            try await usecase(PlayerControlStub(), stored: stored).execute(.toggle)
        }
    }

    @Test("changes the stored queue and volume if no player runs")
    func changesStoredQueue() async throws {
        let earlier = StoredPlayback(queue: Self.queue(at: 1), elapsed: .seconds(4), volume: 98)
        let stored = InMemoryPlaybackRepository(earlier)
        let usecase = ControlPlayerUsecase(
            control: PlayerControlStub(), playback: stored, music: music, listener: Listener(age: 12), isShared: true)
        let added = try await usecase.execute(.add([MusicID(1)]))
        #expect(added.status.queue.entries.map(\.song.value) == [1, 2, 3, 4, 5, 1])
        #expect(added.song?.id == MusicID(2) && added.status.elapsed == .seconds(4))
        _ = try await usecase.execute(.remove(entries: [1]))
        #expect(try await stored.load().elapsed == .seconds(4))
        let removed = try await usecase.execute(.remove(entries: [2]))
        #expect(removed.status.queue.current?.number == 3 && removed.status.elapsed == .zero)
        _ = try await usecase.execute(.setRepetition(.all))
        let shuffled = try await usecase.execute(.shuffle(seed: 3)).status.queue
        #expect(shuffled.isShuffled && shuffled.repetition == .all)
        let ordered = try await usecase.execute(.shuffle(seed: nil)).status.queue
        #expect(ordered.entries.map(\.number) == [3, 4, 5, 6])
        let next = try await usecase.execute(.insertNext([MusicID(2)])).status.queue
        #expect(next.entries.map(\.number) == [3, 7, 4, 5, 6] && next.current?.number == 3)
        let moved = try await usecase.execute(.move(entries: [7, 4], to: .end)).status.queue
        #expect(moved.entries.map(\.number) == [3, 5, 6, 7, 4])
        let louder = try await usecase.execute(.changeVolume(5)).status.volume
        let quieter = try await usecase.execute(.setVolume(-3)).status.volume
        #expect((louder, quieter) == (100, 0))
        let cleared = try await usecase.execute(.clear).status
        #expect(cleared.queue == PlayQueue(repetition: .all))
        #expect(try await stored.load() == StoredPlayback(queue: cleared.queue, volume: 0))
    }

    @Test("rejects an unknown number of the stored queue and stores nothing")
    func rejectsUnknownNumber() async throws {
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: Self.queue(at: 1)))
        let usecase = ControlPlayerUsecase(
            control: PlayerControlStub(), playback: stored, music: music, listener: .anyone)
        await #expect(throws: PlayerError.noEntry(number: 9)) { try await usecase.execute(.remove(entries: [9])) }
        // The third song is explicit; its number must not reveal it.
        let restricted = ControlPlayerUsecase(
            control: PlayerControlStub(), playback: stored, music: music, listener: Listener(age: 12))
        for command in [
            PlayerCommand.remove(entries: [1, 3]), .move(entries: [3], to: .end), .move(entries: [1, 3], to: .next),
            .move(entries: [1], to: .before(entry: 3)),
        ] {
            await #expect(throws: PlayerError.noEntry(number: 3)) { try await restricted.execute(command) }
        }
        #expect(try await stored.load() == StoredPlayback(queue: Self.queue(at: 1)))
    }

    @Test(
        "a sleep timer and a stop after the song need a player",
        arguments: [
            PlayerCommand.sleep(after: .seconds(60)), .sleep(after: nil), .stopAfterSong(true), .stopAfterSong(false),
        ])
    func needsPlayer(command: PlayerCommand) async throws {
        let stored = StoredPlayback(queue: Self.queue(at: 1))
        await #expect(throws: PlayerError.notRunning) {
            try await usecase(PlayerControlStub(), stored: stored).execute(command)
        }
    }

    @Test("makes the moves of two programs at once, unless an entry has left")
    func movesConcurrently() async throws {
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: Self.queue(at: 0)))
        let usecase = ControlPlayerUsecase(
            control: PlayerControlStub(), playback: stored, music: music, listener: .anyone)
        async let first = usecase.execute(.move(entries: [1], to: .end))
        async let second = usecase.execute(.move(entries: [5], to: .before(entry: 2)))
        _ = try await (first, second)
        #expect(try await stored.load().queue.entries.map(\.number) == [5, 2, 3, 4, 1])
        _ = try await usecase.execute(.remove(entries: [3]))
        await #expect(throws: PlayerError.noEntry(number: 3)) {
            try await usecase.execute(.move(entries: [2, 3], to: .end))
        }
        #expect(try await stored.load().queue.entries.map(\.number) == [5, 2, 4, 1])
    }

    @Test("lists the visible songs of a queue in a window")
    func listsQueue() async throws {
        let usecase = usecase(PlayerControlStub(), age: 12)
        let songs = try await usecase.songs(of: Self.queue(at: 3))
        #expect(songs.map(\.number) == [1, 2, 4, 5])
        #expect(songs.map(\.isCurrent) == [false, false, true, false])
        let window = try await usecase.songs(of: Self.queue(at: 0), in: Window(offset: 1, limit: 2))
        #expect(window.map(\.song.title) == ["Song 2", "Song 4"])
        let later = try await usecase.songs(of: Self.queue(at: 0), in: Window(offset: 2, limit: 2))
        #expect(later.map(\.song.title) == ["Song 4", "Song 5"])
    }

    @Test("a window and a count of a long queue read only what they return")
    func readsWindowOfQueue() async throws {
        let queue = PlayQueue((1...10_000).map { MusicID(UInt64($0)) })
        let songs = [3, 5, 6, 9_000].map { Music(id: MusicID($0), title: "Song \($0)") }
        let music = MusicRepositoryStub(songs)
        let usecase = ControlPlayerUsecase(
            control: PlayerControlStub(), playback: InMemoryPlaybackRepository(), music: music, listener: .anyone)
        let all = queue.entries.map(\.song)
        #expect(try await usecase.count(of: queue) == 4)
        #expect(music.messages == [.idsAmong(all, .all)])
        let window = try await usecase.songs(of: queue, in: Window(offset: 1, limit: 2))
        #expect(window.map(\.song.title) == ["Song 5", "Song 6"])
        #expect(music.messages.dropFirst() == [.idsAmong(all, .all), .music([MusicID(5), MusicID(6)], .all)])
    }

    @Test("batches of a long queue look up each entry once and read the queue once")
    func batchesLookUpEntriesOnce() async throws {
        let long = (1...1_200).map { Music(id: MusicID(UInt64($0)), title: "Song \($0)") }
        let music = MusicRepositoryStub(long)
        let stored = InMemoryPlaybackRepository(StoredPlayback(queue: PlayQueue(long.map(\.id))))
        let usecase = ControlPlayerUsecase(
            control: PlayerControlStub(), playback: stored, music: music, listener: .anyone)
        var (sizes, numbers): ([Int], [Int]) = ([], [])
        for try await batch in usecase.queueBatches() {
            sizes.append(batch.count)
            numbers += batch.map(\.number)
            try await stored.store(StoredPlayback())
        }
        #expect(sizes == [500, 500, 200])
        #expect(numbers == Array(1...1_200))
        #expect(music.messages.count == 4)
    }

    @Test("batches end with their window and leave out hidden songs")
    func batchesOfWindow() async throws {
        let control = PlayerControlStub(status: PlayerStatus(state: .playing, queue: Self.queue(at: 3)))
        func numbers(_ window: Window) async throws -> [[Int]] {
            var numbers: [[Int]] = []
            for try await batch in usecase(control, age: 12).queueBatches(in: window, size: 2) {
                numbers.append(batch.map(\.number))
            }
            return numbers
        }
        #expect(try await numbers(.all) == [[1, 2], [4, 5]])
        #expect(try await numbers(Window(offset: 1)) == [[2, 4], [5]])
        #expect(try await numbers(Window(offset: 0, limit: 3)) == [[1, 2], [4]])
        #expect(try await numbers(Window(offset: 4)) == [])
        #expect(try await numbers(Window(limit: 0)) == [])
    }

    @Test("a young listener cannot start what another listener has queued")
    func protectsYoungListener() async throws {
        let control = PlayerControlStub(status: PlayerStatus(state: .playing, queue: Self.queue(at: 1)))
        let shared = ControlPlayerUsecase(
            control: control, playback: InMemoryPlaybackRepository(), music: music, listener: Listener(age: 12),
            isShared: true)
        for command in [
            PlayerCommand.resume, .toggle, .next, .previous, .playEntry(number: 1), .shuffle(seed: 1),
            .insertNext([MusicID(1)]), .move(entries: [3], to: .next), .remove(entries: [3]),
        ] {
            await #expect(throws: PlayerError.notAllowed) { try await shared.execute(command) }
        }
        _ = try await shared.execute(.pause)
        _ = try await shared.execute(.stop)
        _ = try await shared.execute(.sleep(after: .seconds(60)))
        #expect(control.commands == [.pause, .stop, .sleep(after: .seconds(60))])
        let visible = PlayQueue([MusicID(1), MusicID(2)])
        let own = PlayerControlStub(status: PlayerStatus(state: .paused, queue: visible))
        let alone = ControlPlayerUsecase(
            control: own, playback: InMemoryPlaybackRepository(), music: music, listener: Listener(age: 12),
            isShared: true)
        _ = try await alone.execute(.resume)
        #expect(own.commands == [.resume])
        #expect(try await usecase(control, age: 12).execute(.next).status.state == .playing)
    }

    @Test("records a play of a visible song only")
    func recordsPlay() async throws {
        let history = InMemoryHistoryRepository(music: music)
        let date = Date(timeIntervalSince1970: 9)
        let record = RecordPlayUsecase(
            music: music, history: history, listener: Listener(age: 12), now: { date })
        try await record.execute(MusicID(2), started: date)
        await #expect(throws: MusicError.notFound(MusicID(3).description)) {
            try await record.execute(MusicID(3), started: date)
        }
        #expect(history.all == [Play(MusicID(2), started: date)])
    }

    @Test("records no play that starts in the future or before 1970")
    func rejectsImpossibleStarts() async throws {
        let history = InMemoryHistoryRepository(music: music)
        let now = Date(timeIntervalSince1970: 9)
        let record = RecordPlayUsecase(music: music, history: history, listener: .anyone, now: { now })
        for seconds in [86_409.1, -0.1, .infinity, .nan] {
            await #expect(throws: HistoryError.impossibleStart) {
                try await record.execute(MusicID(2), started: Date(timeIntervalSince1970: seconds))
            }
        }
        let played = try await record.execute(MusicID(2), started: Date(timeIntervalSince1970: 0))
        #expect(played.song.id == MusicID(2) && history.all.count == 1)
        let ahead = try await record.execute(MusicID(2), started: Date(timeIntervalSince1970: 86_409))
        #expect(ahead.started == now)
    }

    @Test(
        "a song states how much of it makes a play",
        arguments: [(0, 240), (20, 30), (100, 50), (470, 235), (1_000, 240)])
    func statesThreshold(duration: Int, threshold: Int) {
        let song = Music(id: MusicID(1), title: "a", duration: .seconds(duration))
        #expect(song.playThreshold == .seconds(threshold))
    }

    @Test("lists the plays that the listener may see, in a window")
    func listsHistory() async throws {
        let history = InMemoryHistoryRepository(music: music)
        for (number, song) in PlaybackSample.ids.enumerated() {
            try await history.add(Play(song, started: Date(timeIntervalSince1970: TimeInterval(number))))
        }
        func titles(_ listener: Listener, _ window: Window) async throws -> [String] {
            try await GetHistoryUsecase(repository: history, listener: listener).execute(window).map(\.song.title)
        }
        let all = try await titles(.anyone, .all)
        #expect(all == ["Song 5", "Song 4", "Song 3", "Song 2", "Song 1"])
        let window = try await titles(Listener(age: 12), Window(offset: 1, limit: 2))
        #expect(window == ["Song 4", "Song 2"])
        let count = try await GetHistoryUsecase(repository: history, listener: Listener(age: 12)).count()
        #expect(count == 4)
    }

    private static func queue(at index: Int) -> PlayQueue {
        var queue = PlayQueue(PlaybackSample.ids)
        queue.move(toEntry: index + 1)
        return queue
    }

    private func usecase(
        _ control: any PlayerControl, age: Int? = nil, stored: StoredPlayback = StoredPlayback()
    ) -> ControlPlayerUsecase {
        ControlPlayerUsecase(
            control: control, playback: InMemoryPlaybackRepository(stored), music: music, listener: Listener(age: age))
    }
}
