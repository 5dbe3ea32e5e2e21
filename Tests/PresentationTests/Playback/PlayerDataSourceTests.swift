import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Reading and controlling the player for a screen")
struct PlayerDataSourceTests {
    private static let songs = (0..<5).map { number in
        Music(
            id: MusicID(UInt64(255 + number)), title: "Song \(number)", explicit: number == 2 ? .explicit : .clean)
    }
    private let music = MusicRepositoryStub(songs)

    private func source(
        _ control: PlayerControlStub, stored: StoredPlayback = StoredPlayback(), age: Int? = nil
    ) -> PlayerDataSource {
        PlayerDataSource(
            control: ControlPlayerUsecase(
                control: control, playback: InMemoryPlaybackRepository(stored), music: music,
                listener: Listener(age: age)))
    }

    private func control(at index: Int?, skipped: [SkippedSong] = []) -> PlayerControlStub {
        PlayerControlStub(
            status: PlayerStatus(state: .playing, queue: PlaybackFixture.queue(at: index), skipped: skipped))
    }

    @Test("performs a command and returns what is played then")
    func performsCommand() async throws {
        let control = control(at: 1)
        let model = try await source(control).perform(.next)
        #expect(control.commands == [.next] && model.title == "Song 1" && model.state == .playing)
        await #expect(throws: PlayerError.ended) {
            try await source(PlayerControlStub(error: .ended)).perform(.next)
        }
    }

    @Test("shows what is played, and the stored queue while no program plays")
    func showsStatus() async throws {
        #expect(try await source(control(at: 1)).status().title == "Song 1")
        let stored = StoredPlayback(queue: PlaybackFixture.queue(at: 3), elapsed: .seconds(61), volume: 40)
        let model = try await source(PlayerControlStub(), stored: stored).status()
        #expect(model.line == "■ 1:01  Song 3  4 of 5  volume 40 %")
    }

    @Test("hides explicit songs of queue, status and notice from a young listener")
    func hidesExplicitSongs() async throws {
        let skipped = [SkippedSong(MusicID(257), .noAudio)]
        let control = control(at: 2, skipped: skipped)
        let restricted = source(control, age: 12)
        let status = try await control.status()
        #expect(try await restricted.status().line == "▶ 0:00  Unknown song")
        #expect(try await restricted.model(of: status).id == nil)
        #expect(
            await restricted.notices(of: status, since: nil, includesEnd: false)
                == ["A song was skipped: it has no audio."])
        #expect(try await restricted.queue(.all).map(\.number) == [0, 1, 3, 4])
        #expect(try await restricted.queueCount() == 4)
        let anyone = source(control)
        #expect(
            await anyone.notices(of: status, since: nil, includesEnd: false)
                == ["“Song 2” was skipped: it has no audio."])
        #expect(try await anyone.model(of: status).id == MusicID(257))
    }

    @Test("a skipped song has no title if the library cannot be read, which is tried once")
    func reportsSkippedSongWithoutLibrary() async {
        let music = MusicRepositoryStub(Self.songs, error: LibraryError.busy(path: "a.db"))
        let player = PlayerDataSource(
            control: ControlPlayerUsecase(
                control: PlayerControlStub(), playback: InMemoryPlaybackRepository(), music: music, listener: .anyone))
        let status = PlayerStatus(skipped: [SkippedSong(MusicID(257), .noAudio)])
        #expect(
            await player.notices(of: status, since: nil, includesEnd: true) == ["A song was skipped: it has no audio."])
        #expect(await player.notices(of: status, since: status, includesEnd: true) == [])
        #expect(music.messages.count == 1)
    }

    @Test("lists windows of the queue, and counts it")
    func listsQueue() async throws {
        let player = source(control(at: 3))
        let rows = try await player.queue(Window(offset: 2, limit: 2))
        #expect(rows.map(\.song.title) == ["Song 2", "Song 3"] && rows.map(\.isCurrent) == [false, true])
        #expect(try await player.queueCount() == 5)
    }

    @Test("lists a window of the queue in batches")
    func listsBatches() async throws {
        var rows: [QueueCellModel] = []
        for try await batch in source(control(at: 3), age: 12).queueBatches(Window(offset: 1, limit: 2)) {
            rows += batch
        }
        #expect(rows.map(\.number) == [1, 3] && rows.map(\.isCurrent) == [false, true])
    }

    @Test("windows of the queue follow each other without gaps if songs are hidden")
    func listsWindowsOfVisibleSongs() async throws {
        let restricted = source(control(at: 0), age: 12)
        var numbers: [Int] = []
        for offset in 0..<5 { numbers += try await restricted.queue(Window(offset: offset, limit: 1)).map(\.number) }
        #expect(numbers == [0, 1, 3, 4])
    }
}
