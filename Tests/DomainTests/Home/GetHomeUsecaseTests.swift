import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("The content of the home page")
struct GetHomeUsecaseTests {
    private static let songs = (1...20).map { number in
        AlbumSample.song(UInt64(number), "Album \(number)") { song in
            song.added = AlbumSample.time(Double(number))
            song.genre = number > 5 ? "slow" : "fast"
            song.plays = number < 3 ? number : 0
            song.explicit = number == 20 ? .explicit : .clean
        }
    }

    private func home(
        of songs: [Music] = songs, age: Int? = nil, at date: Date = AlbumSample.time(7_200),
        stored: StoredPlayback = StoredPlayback(), control: PlayerControlStub = PlayerControlStub()
    ) async throws -> Home {
        let listener = Listener(age: age)
        return try await GetHomeUsecase(
            getAlbums: GetAlbumsUsecase(repository: InMemoryAlbumRepository { songs }, listener: listener),
            control: ControlPlayerUsecase(
                control: control, playback: InMemoryPlaybackRepository(stored), music: MusicRepositoryStub(songs),
                listener: listener),
            now: { date }
        ).execute()
    }

    @Test("has the albums added last and played most, random ones, and the genres")
    func listsAlbums() async throws {
        let home = try await home()
        #expect(home.added.map(\.name).prefix(2) == ["Album 20", "Album 19"])
        #expect(home.added.count == GetHomeUsecase.limit && home.random.count == GetHomeUsecase.limit)
        #expect(home.mostPlayed.map(\.name) == ["Album 2", "Album 1"])
        #expect(home.genres.map(\.name) == ["slow", "fast"])
        #expect(home.nowPlaying == nil)
    }

    @Test("random albums stay the same for an hour")
    func keepsRandomAlbums() async throws {
        let first = try await home()
        #expect(try await home(at: AlbumSample.time(7_200 + 3_599)).random == first.random)
        #expect(try await home(at: AlbumSample.time(10_800)).random != first.random)
    }

    @Test("continues with the song of the stored queue, unless the listener may not see it")
    func continuesQueue() async throws {
        var queue = PlayQueue(Self.songs.map(\.id))
        queue.move(toEntry: 20)
        let stored = StoredPlayback(queue: queue, elapsed: .seconds(9))
        let nowPlaying = try await home(stored: stored).nowPlaying
        #expect(nowPlaying?.song?.title == "20" && nowPlaying?.status.elapsed == .seconds(9))
        let restricted = try await home(age: 12, stored: stored)
        #expect(restricted.nowPlaying == nil && restricted.added.first?.name == "Album 19")
    }

    @Test("a player that does not respond does not hide the albums")
    func ignoresHangingPlayer() async throws {
        let home = try await home(control: PlayerControlStub(error: .notResponding))
        #expect(home.nowPlaying == nil && !home.added.isEmpty)
    }

    @Test("an empty library has no rows")
    func returnsNothing() async throws {
        #expect(try await home(of: []) == Home(seed: 2))
    }
}
