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
        #expect(MusicListPageModel(MusicQuery(artist: "a", album: AlbumSelection("b")), total: 1).title == "b")
    }

    @Test("all music shuffles any songs of the library, and a filtered list its own")
    func shufflesSongs() {
        #expect(MusicListPageModel(MusicQuery(order: .newest), total: 9).shuffled == .random)
        #expect(MusicListPageModel(search, total: 500).shuffled.description.hasPrefix("/?text=a%20b&sort=newest"))
        #expect(MusicListPageModel(MusicQuery(bookmarkedOnly: true), total: 9).shuffled == .bookmarks)
    }

    @Test("each order is a link with the same search from the first row")
    func linksOrders() {
        let sorts = MusicListPageModel(search, total: 500).sorts
        #expect(
            sorts.map(\.title) == [
                "Relevance", "Title", "Artist", "Album", "Most popular", "Newest", "Recently added",
                "Recently played", "Most played", "Highest rated",
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
                "artist:", "album:", "title:", "genre:", "source:", "year:", "added:", "duration:", "rating:",
                "is:",
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
            (MusicQuery(bookmarkedOnly: true, album: AlbumSelection("None")), 0, "No music of “None” was found."),
            (MusicQuery(artist: ""), 0, "No music was found."),
            (MusicQuery(bookmarkedOnly: true), 0, "Nothing is bookmarked yet. The star of a row bookmarks it."),
            (MusicQuery(), 0, "There is no music yet. Add or sync a source on the Sources page."),
            (MusicQuery(window: Window(offset: 9)), 5, "The list ends before this page."),
        ])
    func explainsEmptyList(query: MusicQuery, total: Int, text: String) {
        #expect(MusicListPageModel(query, total: total).emptyText == text)
    }
}

@Suite("The pages of a list")
struct PagingModelTests {
    private func paging(_ offset: Int, _ limit: Int? = nil, of total: Int?) -> PagingModel {
        PagingModel(Window(offset: offset, limit: limit), total: total) { window in
            .musicList.withQuery([("window", "\(window.offset)+\(window.limit ?? -1)")])
        }
    }

    @Test("a single page has no links to other pages")
    func hasSinglePage() {
        let paging = paging(0, 50, of: 50)
        #expect(paging.text == "" && paging.previous == nil && paging.next == nil)
    }

    @Test(
        "a page shows its range and links its neighbours",
        arguments: [
            (0, 50, 1_100, "1–50 of 1,100", nil, "50+50"), (50, 50, 1_100, "51–100 of 1,100", "0+50", "100+50"),
            (1_050, 50, 1_100, "1,051–1,100 of 1,100", "1000+50", nil), (20, 50, 60, "21–60 of 60", "0+50", nil),
            (500, 50, 60, "none of 60", "10+50", nil),
            (3, 50, 60, "4–53 of 60", "0+50", "53+50"), (9, 50, 0, "", nil, nil),
            (50, 50, 50, "none of 50", "0+50", nil), (50, 50, 1, "none of 1", "0+50", nil),
            (0, 50, 51, "1–50 of 51", nil, "50+50"), (1, 1, 2, "2–2 of 2", "0+1", nil),
            (0, 0, 2, "1–1 of 2", nil, "1+1"), (0, 50, nil, "1–50 of many", nil, "50+50"),
            (50, 50, nil, "51–100 of many", "0+50", "100+50"), (3, 50, nil, "4–53 of many", "0+50", "53+50"),
        ] as [(Int, Int, Int?, String, String?, String?)])
    func linksNeighbours(offset: Int, limit: Int, total: Int?, text: String, previous: String?, next: String?) {
        let paging = paging(offset, limit, of: total)
        #expect(paging.text == text && paging.total == total)
        func address(_ window: String?) -> String? {
            window.map { "/?window=" + $0.replacing("+", with: "%2B") }
        }
        #expect(paging.previous?.description == address(previous))
        #expect(paging.next?.description == address(next))
    }

    @Test("the window before another has its size and never starts before the list")
    func findsPreviousWindow() {
        #expect(Window(offset: 0, limit: 5).previous(of: 9) == nil)
        #expect(Window(offset: 3).previous(of: 9) == nil && Window(offset: 3, limit: 0).previous(of: 9) == nil)
        #expect(Window(offset: 1, limit: 1).previous(of: 9) == Window(offset: 0, limit: 1))
        #expect(Window(offset: 7, limit: 3).previous(of: 9) == Window(offset: 4, limit: 3))
        #expect(Window(offset: 3, limit: 5).previous(of: 9) == Window(offset: 0, limit: 5))
        #expect(Window(offset: 20, limit: 5).previous(of: 9) == Window(offset: 4, limit: 5))
    }

    @Test("addresses omit the default window")
    func omitsDefaultWindow() {
        let page = ListPageModel.downloads(window: Window(offset: 50, limit: 50), total: 200)
        #expect(page.paging.previous?.description == "/downloads")
        #expect(page.paging.next?.description == "/downloads?offset=100")
        let small = ListPageModel.downloads(window: Window(offset: 0, limit: 49), total: 50)
        #expect(small.paging.next?.description == "/downloads?offset=49&limit=49")
    }

    @Test("a page without rows says that the list is empty or ends before it", arguments: [0, 1])
    func explainsMissingRows(total: Int) {
        let page = ListPageModel.downloads(window: Window(offset: 50, limit: 50), total: total)
        #expect((page.emptyText == "The list ends before this page.") == (total == 1))
    }

    @Test("a page without a limit has the default size")
    func hasDefaultSize() {
        #expect(paging(0, of: 100).size == 50)
        #expect(paging(0, of: 100).text == "1–50 of 100")
    }

    @Test("a window that ends beyond the largest integer is valid")
    func acceptsLargestWindow() {
        #expect(paging(.max, .max, of: 3).next == nil)
        #expect(paging(1 << 53, 500, of: 3).text == "none of 3")
    }
}
