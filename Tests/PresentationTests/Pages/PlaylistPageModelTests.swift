import FermataDomain
import FermataPresentation
import Testing

@Suite("The page of a playlist, and the selection of rows")
struct PlaylistPageModelTests {
    private static let path = "/api/playlists/0000000000000001"

    private func page(_ origin: Playlist.Origin) -> PlaylistPageModel {
        let playlist = Playlist(id: PlaylistID(1), name: "Mix", origin: origin, count: 3)
        return PlaylistPageModel(PlaylistCellModel(playlist), window: .all)
    }

    @Test("an own playlist can be renamed, copied and deleted, and its songs changed")
    func editsOwnPlaylist() throws {
        let model = page(.own)
        #expect(model.songs?.description == Self.path + "/music")
        #expect(model.forms.map(\.title) == ["Rename…", "Copy…"] && model.forms.map(\.name) == ["Mix", "Mix"])
        #expect(model.forms.map(\.buttonTitle) == ["Rename", "Copy"] && model.forms.map(\.method) == [.patch, .post])
        #expect(model.forms.map(\.target.description) == [Self.path, Self.path + "/copy"])
        let deletion = try #require(model.deletion)
        #expect(deletion.question == "Delete “Mix”, own playlist, 3 songs?" && deletion.doneText == "Deleted “Mix”.")
        #expect(deletion.action.method == .delete && deletion.action.address.description == Self.path)
        #expect(model.list.title == "Mix" && model.list.countText == "3 songs, own playlist")
    }

    @Test("a saved search keeps its songs, and a playlist of a source can only be copied")
    func limitsOtherPlaylists() {
        let saved = page(.search(SavedSearch(text: "folk")))
        #expect(saved.songs == nil && saved.forms.map(\.purpose) == [.rename, .copy] && saved.deletion != nil)
        let provided = page(.source("radio"))
        #expect(provided.songs == nil && provided.forms.map(\.purpose) == [.copy] && provided.deletion == nil)
    }

    @Test("a new playlist has a form with an empty name")
    func makesPlaylist() {
        let form = PlaylistFormModel.new
        #expect([form.title, form.buttonTitle, form.name] == ["New playlist", "Create", ""])
        #expect(form.method == .post && form.target.description == "/api/playlists")
    }

    @Test("a song of an own playlist moves within the list only")
    func movesWithinList() {
        let entries = (0..<3).map { PlaylistEntryModel(index: $0, of: 3) }
        #expect(entries.map(\.canMoveUp) == [false, true, true] && entries.map(\.canMoveDown) == [true, true, false])
        #expect(PlaylistEntryModel(index: 49, of: nil).canMoveDown)
    }

    @Test("a request names songs, albums, artists and playlists by members of their own")
    func namesCollections() {
        let collections: [SongCollectionModel] = [
            .song(MusicID(1)), .album(AlbumID(2)), .artist("AC/DC"), .playlist(PlaylistID(3)),
        ]
        #expect(collections.map(\.member) == ["music", "album", "artist", "playlist"])
        #expect(
            collections.map(\.value) == ["0000000000000001", "0000000000000002", "AC/DC", "0000000000000003"])
        #expect(page(.source("radio")).collection == .playlist(PlaylistID(1)) && page(.own).collection == nil)
    }

    @Test("a message names the numbers of bookmarked songs and albums")
    func describesBookmarks() {
        #expect(SelectionModel.bookmarkedText(songs: 1, albums: 0) == "Bookmarked 1 song.")
        #expect(SelectionModel.bookmarkedText(songs: 1_200, albums: 2) == "Bookmarked 1,200 songs and 2 albums.")
        #expect(SelectionModel.label(of: "Low") == "Select Low")
        #expect(SelectionModel.limitText == "Select at most 1,000 rows.")
    }
}
