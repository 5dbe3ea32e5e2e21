import FermataContracts
import FermataDomain
import FermataPresentation
import Testing

@Suite("List of playlists")
struct PlaylistsDataSourceTests {
    private let glam = Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3)
    private let space = Playlist(id: PlaylistID(2), name: "Space", source: "radio", count: 1)
    private let songs = [
        Music(id: MusicID(1), title: "Starman"), Music(id: MusicID(2), title: "Fame", explicit: .explicit),
        Music(id: MusicID(3), title: "Changes"),
    ]

    @Test("the list has a row for each playlist of its window")
    func listsWindow() async throws {
        #expect(try await source().list(window: .all) == [PlaylistCellModel(glam), PlaylistCellModel(space)])
        #expect(try await source().list(named: "p", window: .all) == [PlaylistCellModel(space)])
        #expect(try await source().list(window: Window(limit: 1)) == [PlaylistCellModel(glam)])
    }

    @Test("a playlist is found by any part of its name")
    func findsByPartOfName() async throws {
        #expect(try await source().find("Gl") == PlaylistCellModel(glam))
        await #expect(throws: PlaylistError.ambiguousName("a", candidates: [glam, space])) {
            try await source().find("a")
        }
    }

    @Test("the music of a playlist comes in its order and in batches of rows")
    func readsMusicInBatches() async throws {
        #expect(try await titles(source()) == [["Starman", "Fame"], ["Changes"]])
        #expect(try await titles(source(listener: Listener(age: 12))) == [["Starman", "Changes"]])
    }

    private func source(listener: Listener = .anyone) -> PlaylistsDataSource {
        let repository = PlaylistRepositoryStub([(glam, songs), (space, [songs[0]])])
        return PlaylistsDataSource(getPlaylists: GetPlaylistsUsecase(repository: repository, listener: listener))
    }

    private func titles(_ source: PlaylistsDataSource) async throws -> [[String]] {
        try await source.batches(of: PlaylistCellModel(glam)).collected().map { $0.map(\.title) }
    }
}
