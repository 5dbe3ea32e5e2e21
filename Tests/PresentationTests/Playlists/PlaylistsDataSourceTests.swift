import FermataContracts
import FermataDomain
import FermataPresentation
import Synchronization
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
    func list() async throws {
        #expect(try await source().list(window: .all) == [PlaylistCellModel(glam), PlaylistCellModel(space)])
        #expect(try await source().list(named: "p", window: .all) == [PlaylistCellModel(space)])
        #expect(try await source().list(window: Window(limit: 1)) == [PlaylistCellModel(glam)])
    }

    @Test("a playlist is found by any part of its name")
    func find() async throws {
        #expect(try await source().find("Gl") == PlaylistCellModel(glam))
        await #expect(throws: PlaylistError.ambiguousName("a", candidates: [glam, space])) {
            try await source().find("a")
        }
    }

    @Test("the music of a playlist comes in its order and in batches of rows")
    func read() async throws {
        #expect(try await titles(source()) == [["Starman", "Fame"], ["Changes"]])
        #expect(try await titles(source(listener: Listener(age: 12))) == [["Starman", "Changes"]])
    }

    @Test("an error of the one who takes the rows ends the reading")
    func readFailure() async throws {
        let count = Mutex(0)
        await #expect(throws: MusicRepositoryStub.Failure.self) {
            try await source().read(PlaylistCellModel(glam)) { _ in
                count.withLock { $0 += 1 }
                throw MusicRepositoryStub.Failure()
            }
        }
        #expect(count.withLock { $0 } == 1)
    }

    private func source(listener: Listener = .anyone) -> PlaylistsDataSource {
        let repository = PlaylistRepositoryStub([(glam, songs), (space, [songs[0]])])
        return PlaylistsDataSource(getPlaylists: GetPlaylistsUsecase(repository: repository, listener: listener))
    }

    private func titles(_ source: PlaylistsDataSource) async throws -> [[String]] {
        let batches = Mutex<[[String]]>([])
        try await source.read(PlaylistCellModel(glam)) { rows in batches.withLock { $0.append(rows.map(\.title)) } }
        return batches.withLock { $0 }
    }
}
