import FermataContracts
import FermataDomain
import Testing

@Suite("Getting lyrics")
struct GetLyricsUsecaseTests {
    private let lyrics = Lyrics([LyricLine(time: .seconds(1), "a")])

    @Test(
        "applies the listener's rule",
        arguments: [
            (Listener.anyone, ExplicitFilter.all), (Listener(age: 12), .notExplicit),
            (Listener(age: 12, isStrict: true), .cleanOnly),
        ])
    func appliesRule(listener: Listener, filter: ExplicitFilter) async throws {
        let library = InMemoryMusicRepository(now: { TestTime().now })
        let songs = ExplicitStatus.allCases.map { RemoteMusic(key: "\($0)", title: "\($0)", lyrics: "a", explicit: $0) }
        try await LibrarySeed(songs).fill(library, library, time: TestTime())
        let usecase = GetLyricsUsecase(repository: library, listener: listener)
        for song in try await library.all() {
            if filter.allows(song.explicit) {
                #expect(try await usecase.execute(of: song.id).lines == [LyricLine("a")])
            } else {
                await #expect(throws: MusicError.notFound(song.id.description)) {
                    try await usecase.execute(of: song.id)
                }
            }
        }
    }
}
