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

    private let list = Playlist(id: PlaylistID(255), name: "Glam", source: "radio", count: 1_200)

    @Test("a row shows name, source and count")
    func showsTexts() {
        let row = PlaylistCellModel(list)
        #expect([row.name, row.source, row.countText] == ["Glam", "radio", "1,200 songs"])
        #expect(row.count == 1_200)
        #expect([row.sharedText, row.missingText] == ["", ""])
        #expect(row.availabilityText == "1,200 songs")
        #expect(row.accessibilityLabel == "Glam, playlist of radio, 1,200 songs")
    }

    @Test("a row shows the artist's share and the number of missing songs")
    func showsSharedAndMissing() {
        var list = list
        list.missing = 2
        let row = PlaylistCellModel(list, artistSongCount: 3)
        #expect([row.sharedText, row.missingText] == ["3 by this artist", "2 not in the library"])
        #expect(row.availabilityText == "1,200 songs, 2 not in the library")
    }

    @Test("every key has its value")
    func hasValues() {
        let values = PlaylistField.allCases.map(PlaylistCellModel(list, artistSongCount: 3).value)
        #expect(values == [.text("00000000000000ff"), .text("Glam"), .text("radio"), .integer(1_200), .integer(0)])
        #expect(PlaylistField.allCases.map(\.rawValue) == ["id", "name", "source", "count", "missing"])
    }
}
