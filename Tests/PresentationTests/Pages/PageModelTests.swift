import FermataDomain
import FermataPresentation
import Testing

@Suite("The titles and links of pages")
struct PageModelTests {
    @Test("the navigation links all places and marks the current one")
    func linksPlaces() {
        let links = PageScreen.links(at: .playlists)
        #expect(
            links.map(\.title)
                == ["Music", "Bookmarks", "Playlists", "History", "Downloads", "To-dos", "Sources"])
        #expect(
            links.map(\.address.description)
                == ["/", "/bookmarks", "/playlists", "/history", "/downloads", "/to-dos", "/sources"])
        #expect(links.filter(\.isCurrent).map(\.title) == ["Playlists"])
        #expect(PageScreen.links(at: nil).allSatisfy { !$0.isCurrent })
    }

    @Test("an artist's page has its four orders and a switch")
    func linksArtistOrders() {
        let model = ArtistPageModel(ArtistPageQuery(artist: "AC/DC", order: .popular, bookmarkedFirst: true))
        #expect(model.sorts.map(\.title) == ["A to Z", "Z to A", "Most popular", "Newest"])
        #expect(
            model.sorts[1].address.description == "/artists/AC%2FDC?sort=alphabetical-descending&bookmarkedFirst=true")
        #expect(model.sorts.filter(\.isCurrent).map(\.title) == ["Most popular"])
        #expect(model.switches.map(\.address.description) == ["/artists/AC%2FDC?sort=popular"])
        #expect(model.switches.map(\.isCurrent) == [true])
        #expect(model.allTracks?.description == "/?artist=AC%2FDC")
        let endless = ArtistPageModel(ArtistPageQuery(artist: String(repeating: "a", count: 2_000)))
        #expect(endless.sorts.isEmpty && endless.switches.isEmpty && endless.allTracks == nil)
    }

    @Test("the list of playlists has a search and explains an empty list")
    func findsPlaylists() {
        let model = ListPageModel.playlists(named: "pop", window: Window(limit: 2), total: 3)
        #expect(model.countText == "3 playlists" && SearchModel.playlists(named: "pop").text == "pop")
        #expect(model.paging.next?.description == "/playlists?text=pop&offset=2&limit=2")
        #expect(ListPageModel.playlists(named: "x", window: .all, total: 0).emptyText == "No playlist has “x” in its name.")
        #expect(ListPageModel.playlists(named: "", window: .all, total: 0).emptyText == "No source has playlists yet.")
    }

    @Test("a playlist shows its count, source and missing music")
    func describesPlaylist() {
        let row = PlaylistCellModel(Playlist(id: PlaylistID(1), name: "Pop", source: "radio", count: 60, missing: 2))
        let model = ListPageModel.playlist(row, window: Window(offset: 0, limit: 50))
        #expect(model.title == "Pop" && model.countText == "60 songs from radio, 2 not in the library")
        #expect(model.paging.next?.description == "/playlists/0000000000000001?offset=50")
    }

    @Test("downloads and each section of to-dos have pages")
    func pagesSections() {
        let downloads = ListPageModel.downloads(window: Window(limit: 1), total: 2)
        #expect(
            downloads.countText == "2 downloads" && downloads.paging.next?.description == "/downloads?offset=1&limit=1")
        let done = ListPageModel.toDos(.done, window: Window(limit: 1), total: 2)
        #expect(done.title == "Done" && done.countText == "2")
        #expect(done.paging.next?.description == "/to-dos?section=done&offset=1&limit=1")
        #expect(ListPageModel.toDos(.toDo, window: .all, total: 0).emptyText == "Nothing is planned.")
    }

    @Test("a section's key converts in both directions", arguments: ToDoSectionKey.allCases)
    func convertsSectionKey(key: ToDoSectionKey) {
        #expect(
            ListPageModel.toDos(key.section, window: Window(limit: 1), total: 2).paging.next?.description
                .contains("section=\(key.rawValue)&") == true)
    }

    @Test("a problem without a model has a title by its status")
    func problemsByStatus() {
        let titles = [403, 404, 400, 503, 500].map { ProblemPageModel(status: $0, detail: "No.").title }
        #expect(titles == ["Not allowed", "Not found", "Cannot show this page", "Busy", "Something went wrong"])
    }

    @Test("a problem links to what an ambiguous name may mean")
    func problemLinks() {
        let artists = ["Ed", "Eddy"].map { Artist(name: $0, trackCount: 1) }
        let problem = ProblemModel(ArtistError.ambiguousName("e", candidates: artists), for: .webClient)
        let page = ProblemPageModel(problem, status: 409)
        #expect(page.title == "Several matches" && page.text == "\(problem.sentence) Choose one:")
        #expect(page.candidates.map(\.address.description) == ["/artists/Ed", "/artists/Eddy"])
        #expect(ProblemPageModel(ProblemModel(MusicError.notFound("7")), status: 404).candidates.isEmpty)
        let many = Array(repeating: artists[0], count: 10)
        let cut = ProblemPageModel(ProblemModel(ArtistError.ambiguousName("e", candidates: many)), status: 409)
        #expect(cut.text.hasSuffix("“e”. The first 10 are:"))
    }
}
