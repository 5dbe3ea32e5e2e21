import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

@Suite("Reading lyrics for a screen")
struct LyricsDataSourceTests {
    private func source(_ listener: Listener = .anyone) async throws -> (LyricsDataSource, [MusicID]) {
        let library = InMemoryMusicRepository(now: { TestTime().now })
        let songs = [
            RemoteMusic(key: "1", title: "Changes", artist: "David Bowie", lyrics: "a\nb"),
            RemoteMusic(key: "2", title: "Curse", lyrics: "c", explicit: .explicit),
        ]
        try await LibrarySeed(songs).fill(library, library, time: TestTime())
        let ids = try await library.all().map(\.id)
        let lyrics = LyricsDataSource(
            getMusic: GetMusicUsecase(repository: library, sources: library, listener: listener),
            getLyrics: GetLyricsUsecase(
                repository: library, sources: library, listener: listener, remote: { _ in nil }))
        return (lyrics, ids)
    }

    @Test("finds a song by the first characters of its id, and shows its lyrics at a time")
    func showsLyrics() async throws {
        let (lyrics, ids) = try await source()
        let screen = try await lyrics.screen(of: String(ids[0].description.prefix(12)), at: .seconds(1))
        #expect([screen.title, screen.artist] == ["Changes", "David Bowie"])
        #expect(screen.rows.map(\.text) == ["a", "b"] && screen.elapsed == .seconds(1))
        #expect(screen.music.id == ids[0])
    }

    @Test("a song that the listener may not see is not found")
    func hidesSong() async throws {
        let (lyrics, ids) = try await source(Listener(age: 12))
        #expect(try await lyrics.screen(of: ids[0].description).count == 2)
        await #expect(throws: MusicError.notFound(ids[1].description)) {
            try await lyrics.screen(of: ids[1].description)
        }
    }
}
