import FermataDomain
import FermataPresentation
import Testing

@Suite("The page of a list of music")
struct MusicListPageModelTests {
    private let search = MusicQuery(
        text: "a b", order: .newest, bookmarkedFirst: true, window: Window(offset: 100, limit: 50))

    @Test("it shows its title and count")
    func showsTitle() {
        let model = MusicListPageModel(MusicQuery(), total: 1_100)
        #expect(model.title == "Music" && model.countText == "1,100 songs" && model.screen == .music)
        let bookmarks = MusicListPageModel(MusicQuery(bookmarkedOnly: true), total: 1)
        #expect(bookmarks.title == "Bookmarks" && bookmarks.countText == "1 song" && bookmarks.screen == .bookmarks)
        #expect(MusicListPageModel(MusicQuery(text: "a"), total: nil).countText == "many songs")
        #expect(MusicListPageModel(MusicQuery(artist: "a", album: "b"), total: 1).title == "b")
    }

    @Test("each order is a link with the same search from the first row")
    func linksOrders() {
        let sorts = MusicListPageModel(search, total: 500).sorts
        #expect(
            sorts.map(\.title) == [
                "Relevance", "Title", "Artist", "Album", "Most popular", "Newest", "Recently added",
                "Recently played", "Most played",
            ])
        #expect(sorts.filter(\.isCurrent).map(\.title) == ["Newest"])
        #expect(sorts[0].address.description == "/?text=a%20b&bookmarkedFirst=true")
        #expect(sorts[4].address.description == "/?text=a%20b&sort=popular&bookmarkedFirst=true")
    }

    @Test("without words, relevance is no order of its own", arguments: ["", "artist:bowie", "-x"])
    func leavesOutRelevance(text: String) {
        let sorts = MusicListPageModel(MusicQuery(text: text), total: 500).sorts
        #expect(sorts.map(\.title).first == "Title" && sorts.filter(\.isCurrent).map(\.title) == ["Title"])
    }

    @Test("a switch leads to its other state")
    func linksSwitches() {
        let switches = MusicListPageModel(search, total: 500).switches
        #expect(switches.map(\.title) == ["Reversed", "Bookmarked first"])
        #expect(switches.map(\.isCurrent) == [false, true])
        #expect(
            switches.map(\.address.description) == [
                "/?text=a%20b&sort=newest&reverse=true&bookmarkedFirst=true", "/?text=a%20b&sort=newest",
            ])
        #expect(MusicListPageModel(MusicQuery(bookmarkedOnly: true), total: 0).switches.count == 1)
    }

    @Test("the field has the searched text and keeps the order")
    func fillsSearchField() {
        let field = MusicListPageModel(search, total: 500).search
        #expect(field.text == "a b" && field.address == .musicList && field.label == "Find music")
        #expect(field.fields.map { "\($0.key)=\($0.value)" } == ["sort=newest", "bookmarkedFirst=true"])
        let bookmarks = MusicListPageModel(MusicQuery(bookmarkedOnly: true), total: 0).search
        #expect(bookmarks.address == .bookmarks && bookmarks.fields.isEmpty)
    }

    @Test("the field completes the terms of a search, but not names of playlists")
    func completesTerms() {
        let fields = [MusicListPageModel(search, total: 500).search, .music]
        #expect(fields.allSatisfy { $0.suggestions?.description == "/api/suggestions" })
        #expect(
            SearchModel.music.keys == [
                "artist:", "album:", "title:", "genre:", "source:", "year:", "added:", "duration:", "is:",
            ])
        let playlists = SearchModel.playlists(named: "x")
        #expect(playlists.suggestions == nil && playlists.keys.isEmpty)
    }

    @Test("its other pages keep the query")
    func linksPages() {
        let paging = MusicListPageModel(search, total: 500).paging
        #expect(paging.next?.description == "/?text=a%20b&sort=newest&bookmarkedFirst=true&offset=150")
        #expect(paging.text == "101–150 of 500")
    }

    @Test(
        "an empty list says why it is empty, and what to do",
        arguments: [
            (MusicQuery(text: "zzz"), 0, "No music matches “zzz”."),
            (MusicQuery(artist: "Unknown"), 0, "No music of “Unknown” was found."),
            (MusicQuery(bookmarkedOnly: true, album: "None"), 0, "No music of “None” was found."),
            (MusicQuery(artist: ""), 0, "No music was found."),
            (MusicQuery(bookmarkedOnly: true), 0, "Nothing is bookmarked yet. The star of a row bookmarks it."),
            (MusicQuery(), 0, "There is no music yet. Add or sync a source on the Sources page."),
            (MusicQuery(window: Window(offset: 9)), 5, "The list ends before this page."),
        ])
    func explainsEmptyList(query: MusicQuery, total: Int, text: String) {
        #expect(MusicListPageModel(query, total: total).emptyText == text)
    }
}
