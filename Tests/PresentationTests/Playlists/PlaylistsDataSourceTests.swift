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
        return PlaylistsDataSource(
            getPlaylists: GetPlaylistsUsecase(
                repository: repository, music: MusicRepositoryStub(songs), listener: listener))
    }

    private func titles(_ source: PlaylistsDataSource) async throws -> [[String]] {
        try await source.batches(of: PlaylistCellModel(glam)).collected().map { $0.map(\.title) }
    }

    private let list = Playlist(id: PlaylistID(255), name: "Glam", source: "radio", count: 1_200)

    @Test("a row shows name, source and count")
    func showsTexts() {
        let row = PlaylistCellModel(list)
        #expect([row.name, row.originText, row.countText] == ["Glam", "radio", "1,200 songs"])
        #expect(row.kindText == "Playlist of radio" && !row.isOwn)
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
        #expect(
            values == [
                .text("00000000000000ff"), .text("Glam"), .text("radio"), .integer(1_200), .integer(0), .text("source"),
                .none,
            ])
        #expect(
            PlaylistField.allCases.map(\.rawValue) == ["id", "name", "source", "count", "missing", "kind", "query"])
    }

    @Test("a row of the library's own playlist and of a saved search names no source")
    func showsOwn() {
        let own = PlaylistCellModel(Playlist(id: PlaylistID(1), name: "Mix", origin: .own, count: 1))
        #expect([own.originText, own.kindText, own.countText] == ["own", "Own playlist", "1 song"])
        #expect(own.isOwn && own.accessibilityLabel == "Mix, own playlist, 1 song")
        #expect(own.value(of: .source) == .none && own.value(of: .kind) == .text("own"))
        let search = SavedSearch(text: "genre:folk")
        let saved = PlaylistCellModel(Playlist(id: PlaylistID(1), name: "Folk", origin: .search(search)))
        #expect([saved.originText, saved.kindText, saved.countText] == ["saved search", "Saved search", ""])
        #expect(saved.accessibilityLabel == "Folk, saved search" && saved.detailText == "")
        #expect(saved.value(of: .count) == .none && saved.value(of: .query) == .text("genre:folk"))
        #expect(saved.value(of: .kind) == .text("search"))
    }

    @Test("a saved search has the songs that it finds, and is counted when it is opened")
    func opensSavedSearch() async throws {
        let row = PlaylistCellModel(
            Playlist(id: PlaylistID(3), name: "Two", origin: .search(SavedSearch(order: .title, limit: 2))))
        #expect(try await source().counted(row).countText == "2 songs")
        #expect(try await source().counted(PlaylistCellModel(glam)).count == 3)
    }

    @Test("the rows of an opened playlist have positions, which continue in a window")
    func numbersSongs() async throws {
        let rows = songs.map(MusicCellModel.init)
        let batches = BatchSequence(batchSize: 2) { rows }.numbered(after: 10)
        for _ in 1...2 {
            let numbered = try await batches.joined()
            #expect(numbered.map(\.position) == [11, 12, 13] && numbered.map(\.song) == rows)
        }
        let row = PlaylistSongCellModel(rows[0], position: 7)
        #expect(row.value(of: .position) == .integer(7) && row.value(of: .song(.title)) == .text("Starman"))
        #expect(PlaylistSongField.allCases.map(\.rawValue) == MusicField.allCases.map(\.rawValue))
        #expect(try PlaylistSongField.list("position,lyrics,title") == [.position, .song(.lyrics), .song(.title)])
        #expect(throws: UnknownField.self) { try PlaylistSongField.list("nothing") }
        #expect(PlaylistSongCellModel.table.columns.map(\.key).prefix(3) == ["position", "id", ""])
    }
}
