import FermataDomain
import FermataPresentation
import Testing

@Suite("The addresses, titles, links and buttons of pages")
struct PageModelTests {
    @Test("the navigation links all places and marks the current one")
    func linksPlaces() {
        let links = PageScreen.links(at: .playlists)
        #expect(
            links.map(\.title)
                == [
                    "Home", "Music", "Albums", "Playlists", "Artists", "Genres", "Queue", "Bookmarks", "History",
                    "Downloads", "To-dos", "Sources",
                ])
        #expect(
            links.map(\.address.description)
                == [
                    "/home", "/", "/albums", "/playlists", "/artists", "/genres", "/queue", "/bookmarks", "/history",
                    "/downloads", "/to-dos", "/sources",
                ])
        #expect(links.filter(\.isCurrent).map(\.title) == ["Playlists"])
        #expect(PageScreen.links(at: nil).allSatisfy { !$0.isCurrent })
        #expect(
            PageScreen.links(at: nil, hasSources: false) == PageScreen.links(at: nil).filter { $0.title != "Sources" })
    }

    @Test("the list of artists links both kinds with the same search, and the next window")
    func linksArtistKinds() {
        let model = ArtistListPageModel(
            named: "a b", areOfAlbums: true, window: Window(offset: 50, limit: 50), total: nil)
        #expect(model.title == "Artists" && model.countText == "many artists")
        #expect(model.kinds.map(\.title) == ["Of songs", "Of albums"])
        #expect(model.kinds.map(\.isCurrent) == [false, true])
        #expect(
            model.kinds.map(\.address.description)
                == ["/artists?text=a%20b", "/artists?text=a%20b&albumArtists=true"])
        #expect(model.paging.next?.description == "/artists?text=a%20b&albumArtists=true&offset=100")
        #expect(model.search.fields == [.init(key: "albumArtists", value: "true")])
        let empty = ArtistListPageModel(named: "", areOfAlbums: false, window: Window(limit: 50), total: 0)
        #expect(empty.emptyText == "No song names an artist yet.")
    }

    @Test("an artist's page has its four orders and a switch")
    func linksArtistOrders() {
        let query = ArtistPageQuery(artist: "AC/DC", order: .newest, bookmarkedFirst: true)
        let model = ArtistPageModel(query, of: Self.artist("AC/DC"))
        #expect(model.sorts.map(\.title) == ["A to Z", "Z to A", "Most popular", "Newest"])
        #expect(
            model.sorts[1].address.description == "/artists/AC%2FDC?sort=alphabetical-descending&bookmarkedFirst=true")
        #expect(model.sorts[2].address.description == "/artists/AC%2FDC?bookmarkedFirst=true")
        #expect(model.sorts.filter(\.isCurrent).map(\.title) == ["Newest"])
        #expect(model.switches.map(\.address.description) == ["/artists/AC%2FDC?sort=newest"])
        #expect(model.switches.map(\.isCurrent) == [true])
        #expect(model.playedSongs?.description == "/songs?artist=AC%2FDC")
        let lists = MessageCellModel.Part.allCases.map { model.list(for: MessageCellModel(.more, of: $0, "")) }
        #expect(
            lists.map { $0?.description ?? "" }
                == ["", "/albums?artist=AC%2FDC&sort=newest", "/?artist=AC%2FDC", "", ""])
        #expect(model.list(for: MessageCellModel(.empty, of: .tracks, "")) == nil)
        let name = String(repeating: "a", count: 2_000)
        let endless = ArtistPageModel(ArtistPageQuery(artist: name), of: Self.artist(name))
        #expect(endless.sorts.isEmpty && endless.switches.isEmpty && endless.playedSongs == nil)
        #expect(endless.annotations == nil)
    }

    @Test("an artist's and an album's page have buttons that bookmark and rate")
    func annotatesArtistsAndAlbums() throws {
        let marked = SubjectAnnotations(isBookmarked: true, rating: .two)
        let model = try #require(AnnotationModel(Self.artist("AC/DC", marked)))
        #expect(model.bookmark.title == "Remove bookmark" && model.bookmark.method == .delete)
        #expect(model.bookmark.address.description == "/api/artists/AC%2FDC/bookmark")
        #expect(model.ratings.map(\.action.title) == ["★", "★", "☆", "☆", "☆"] && model.text == "bookmarked, ★★☆☆☆")
        #expect(model.ratings[1].isPressed && model.ratings[1].action.method == .delete)
        #expect(model.ratings[4].action.address.description == "/api/artists/AC%2FDC/rating?stars=5")
        #expect(AnnotationModel(Self.artist("..")) == nil)
        let album = Album(id: AlbumID(1), name: "Low", artist: "David Bowie", songCount: 11)
        let page = AlbumPageModel(AlbumScreen(AlbumCellModel(album), tracks: []), window: .all)
        #expect(page.annotations.bookmark.address.description == "/api/albums/0000000000000001/bookmark")
        #expect(page.annotations.bookmark.method == .put && page.annotations.text.isEmpty)
    }

    private static func artist(
        _ name: String, _ annotations: SubjectAnnotations = SubjectAnnotations()
    ) -> ListedArtistCellModel {
        ListedArtistCellModel(AnnotatedArtist(Artist(name: name, trackCount: 1), annotations))
    }

    @Test("the list of playlists has a search and explains an empty list")
    func findsPlaylists() {
        let model = ListPageModel.playlists(named: "pop", window: Window(limit: 2), total: 3)
        #expect(model.countText == "3 playlists" && SearchModel.playlists(named: "pop").text == "pop")
        #expect(model.paging.next?.description == "/playlists?text=pop&offset=2&limit=2")
        #expect(
            ListPageModel.playlists(named: "x", window: .all, total: 0).emptyText == "No playlist has “x” in its name.")
        let empty = ListPageModel.playlists(named: "", window: .all, total: 0).emptyText
        #expect(empty.hasPrefix("There are no playlists yet. Make one with “New playlist”, or with “Add to playlist…”"))
    }

    @Test("a playlist shows its count, source and missing music")
    func describesPlaylist() {
        let row = PlaylistCellModel(Playlist(id: PlaylistID(1), name: "Pop", source: "radio", count: 60, missing: 2))
        let model = ListPageModel.playlist(row, window: Window(offset: 0, limit: 50))
        #expect(model.title == "Pop" && model.countText == "60 songs from radio, 2 not in the library")
        #expect(model.paging.next?.description == "/playlists/0000000000000001?offset=50")
        let own = PlaylistCellModel(Playlist(id: PlaylistID(1), name: "Mix", origin: .own, count: 0))
        let empty = ListPageModel.playlist(own, window: .all)
        #expect(
            empty.countText == "0 songs, own playlist" && empty.emptyText.hasPrefix("It has no songs yet. Add some"))
        let saved = PlaylistCellModel(
            Playlist(id: PlaylistID(1), name: "Folk", origin: .search(SavedSearch(text: "folk")), count: 0))
        #expect(ListPageModel.playlist(saved, window: .all).countText == "0 songs, saved search")
        #expect(ListPageModel.playlist(saved, window: .all).emptyText == "No music matches “folk”.")
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

    @Test(
        "any artist's name is one segment of the path",
        arguments: [
            ("Ed Sheeran", "/artists/Ed%20Sheeran"), ("AC/DC", "/artists/AC%2FDC"),
            ("a?b#c%d", "/artists/a%3Fb%23c%25d"),
            ("챔버", "/artists/%EC%B1%94%EB%B2%84"), ("!!!", "/artists/%21%21%21"), ("a\u{0}\n", "/artists/a%00%0A"),
            ("...", "/artists/..."), ("x.y-z_~", "/artists/x.y-z_~"), ("\"><'&", "/artists/%22%3E%3C%27%26"),
        ])
    func encodesArtist(name: String, address: String) {
        #expect(PageAddress.artist(name)?.description == address)
    }

    @Test("the names . and .. are items of the query", arguments: [".", ".."])
    func putsDotsIntoQuery(name: String) {
        #expect(PageAddress.artist(name)?.description == "/artists?name=" + name)
    }

    @Test("a name that is blank or too long has no page", arguments: ["", " ", String(repeating: "챔", count: 400)])
    func refusesName(name: String) {
        #expect(PageAddress.artist(name) == nil)
    }

    @Test("a name of 1,000 bytes has a page, and one of 1,001 bytes has none")
    func limitsNames() {
        #expect(PageAddress.artist(String(repeating: "a", count: 1_000)) != nil)
        #expect(PageAddress.artist(String(repeating: "a", count: 1_001)) == nil)
    }

    @Test("music, playlists and to-dos have their ids in the path")
    func encodesIDs() {
        #expect(PageAddress.music(MusicID(0x1A)).description == "/music/000000000000001a")
        #expect(PageAddress.playlist(PlaylistID(0x1B)).description == "/playlists/000000000000001b")
        #expect(PageAddress.toDo(12).description == "/to-dos/12")
        #expect(PageAddress.artwork(MusicID(0x1A)).description == "/api/music/000000000000001a/artwork")
        let music = Music(id: MusicID(0x1A), title: "Changes", artworkURL: "https://a/b.png")
        let cover = MusicCellModel(music).artworkModel
        #expect(cover.address(.row).description == "\(PageAddress.artwork(music.id))?size=96")
        let plain = MusicCellModel(Music(id: music.id, title: "Changes"))
        #expect(plain.artworkModel.address(.row).description == "/assets/placeholder.svg")
        #expect(plain.artworkModel.sources.isEmpty && cover.sources.map(\.width) == [96, 320, 640])
        #expect((0..<ArtworkModel.tintCount).contains(plain.artworkModel.tint))
    }

    @Test("an encoded query follows the path")
    func encodesQuery() {
        let address = PageAddress.musicList.withQuery([("text", "a b&c=d"), ("order", "title")])
        #expect(address.description == "/?text=a%20b%26c%3Dd&order=title")
        #expect(PageAddress.toDos.withQuery([]).description == "/to-dos")
    }

    private let id = MusicID(0x1A)

    @Test(
        "each action of a row is a request of the API",
        arguments: [
            (MusicAction.bookmark, "PUT /api/music/000000000000001a/bookmark"),
            (.removeBookmark, "DELETE /api/music/000000000000001a/bookmark"),
            (.download, "PUT /api/music/000000000000001a/download"),
            (.removeDownload, "DELETE /api/music/000000000000001a/download"),
        ])
    func sendsRequests(action: MusicAction, request: String) {
        let model = ActionModel(action, of: id)
        #expect("\(model.method.rawValue) \(model.address)" == request)
        #expect(model.title == action.title)
        #expect(request.hasSuffix("/" + model.part.name))
    }

    @Test("five stars rate a song, and that of its rating removes it", arguments: [nil, Rating.two])
    func offersRatings(rating: Rating?) {
        let stars = TrackCellModel(Music(id: id, title: "Fame", rating: rating)).ratingButtons
        #expect(stars.map(\.action.title).joined() == (rating == nil ? "☆☆☆☆☆" : "★★☆☆☆"))
        #expect(stars.map(\.label) == ["1 star", "2 stars", "3 stars", "4 stars", "5 stars"])
        #expect(stars.map(\.isPressed) == (1...5).map { $0 == rating?.rawValue })
        #expect(Set(stars.map(\.action.part.name)).count == 5)
        let address = "/api/music/000000000000001a/rating"
        for (number, star) in zip(1...5, stars) {
            let removes = number == rating?.rawValue
            #expect(star.action.method == (removes ? .delete : .put))
            #expect("\(star.action.address)" == (removes ? address : "\(address)?stars=\(number)"))
        }
    }

    @Test("the star sets or removes the bookmark")
    func findsStar() {
        #expect([MusicAction.removeBookmark, .download].models(of: id).star?.title == "Remove bookmark")
        #expect([MusicAction.removeDownload].models(of: id).star == nil)
    }

    @Test("a to-do has a request to check and one to uncheck it")
    func checksToDo() throws {
        let toDo = ToDoCellModel(ToDo(number: 7, item: try .gig(), isDone: false), style: .american)
        #expect(ActionModel(toDo).title == "Check" && ActionModel(toDo).method == .put)
        #expect(ActionModel(toDo).address.description == "/api/to-dos/7/check")
        let done = ToDoCellModel(ToDo(number: 7, item: try .gig(), isDone: true), style: .american)
        #expect(ActionModel(done).title == "Uncheck" && ActionModel(done).method == .delete)
    }

    @Test("has an address if the song has audio or was downloaded")
    func hasAddress() {
        let songs = [
            Music(id: id, title: "a", audioURL: "https://example.org/a.mp3"),
            Music(id: id, title: "a", audioURL: "file:///music/a.mp3"), Music(id: id, title: "a", isDownloaded: true),
        ]
        for song in songs {
            #expect(MusicCellModel(song).audio?.address.description == "/api/music/000000000000001a/audio")
            let download = DownloadCellModel(Download(music: song, state: .downloaded), for: .user)
            #expect(download.audio == MusicCellModel(song).audio)
        }
        #expect(MusicCellModel(Music(id: id, title: "a")).audio == nil)
    }

    @Test("states after how many seconds the song counts as played, rounded up")
    func statesSecondsUntilPlayed() {
        for (duration, seconds) in [(Duration.zero, 240), (.seconds(62), 31), (.seconds(63), 32)] {
            let song = Music(id: id, title: "a", duration: duration, isDownloaded: true)
            #expect(MusicCellModel(song).audio?.secondsUntilPlayed == seconds)
        }
    }
}
