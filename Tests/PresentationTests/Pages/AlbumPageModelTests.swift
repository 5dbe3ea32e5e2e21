import FermataDomain
import FermataPresentation
import Testing

@Suite("The pages of albums and genres")
struct AlbumPageModelTests {
    private let genres = ["Rock", "Folk"].map { GenreCellModel(Genre(name: $0, songCount: 2, albumCount: 1)) }

    @Test("a filter by genre and years is part of the search")
    func addsFiltersToSearch() {
        let query = AlbumPageQuery(text: "low", genre: "Hip \"Hop\"", year: "1970..1979", order: .random, seed: 7)
        #expect(query.albums.text == "low genre:\"Hip  Hop \" year:1970..1979")
        #expect(query.albums.order == .random(seed: 7))
        #expect(AlbumPageQuery().albums == AlbumQuery())
    }

    @Test("each order is a link with the same filters from the first row")
    func linksOrders() {
        let query = AlbumPageQuery(genre: "Folk", order: .newest, window: Window(offset: 50, limit: 50))
        let model = model(query)
        #expect(
            model.sorts.map(\.title) == [
                "Name", "Artist", "Newest", "Recently added", "Recently played", "Most played", "Random",
            ])
        #expect(model.sorts.filter(\.isCurrent).map(\.title) == ["Newest"])
        #expect(model.sorts[1].address.description == "/albums?genre=Folk&sort=artist")
        #expect(model.sorts[6].address.description == "/albums?genre=Folk&sort=random&seed=0")
        #expect(model.title == "Albums" && model.countText == "60 albums")
        #expect(model.paging.previous?.description == "/albums?genre=Folk&sort=newest")
        #expect(self.model(AlbumPageQuery(text: "low")).sorts.first?.title == "Relevance")
    }

    @Test("links of genres and decades filter, and those of the current ones end that")
    func linksFilters() {
        let model = model(AlbumPageQuery(genre: "Folk", year: "1980..1989"))
        #expect(model.genres.map(\.title) == ["Rock", "Folk", "All genres"])
        #expect(model.genres.map(\.isCurrent) == [false, true, false])
        #expect(model.genres[0].address.description == "/albums?genre=Rock&year=1980..1989")
        #expect(model.genres[1].address.description == "/albums?year=1980..1989")
        #expect(model.genres[2].address == .genres)
        #expect(model.years.map(\.title) == ["1990s", "1980s", "1970s"])
        #expect(model.years.filter(\.isCurrent).map(\.address.description) == ["/albums?genre=Folk"])
    }

    @Test("a filter that no link has is a link that ends it")
    func linksOtherFilters() {
        let model = model(AlbumPageQuery(genre: "Polka", year: "1977"))
        #expect(model.genres.map(\.title) == ["Polka", "Rock", "Folk", "All genres"])
        #expect(model.years.map(\.title) == ["1977", "1990s", "1980s", "1970s"])
        #expect(model.years[0].isCurrent && model.years[0].address.description == "/albums?genre=Polka")
        let empty = AlbumListPageModel(AlbumPageQuery(), total: 0, genres: [], years: nil)
        #expect(empty.genres.isEmpty && empty.years.isEmpty)
        #expect(empty.emptyText.hasPrefix("There are no albums yet."))
    }

    @Test("a wrong date adds no more than the decades of recorded music")
    func limitsDecades() {
        let years = AlbumListPageModel(AlbumPageQuery(), total: 1, genres: [], years: 1...9_999).years
        #expect(years.first?.title == "2090s" && years.last?.title == "1900s")
    }

    @Test("the page of an album shows its counts, artist, genres and tracks")
    func showsAlbum() {
        let track = TrackCellModel(Music(id: MusicID(1), title: "Move On", artist: "David Bowie", disc: 1))
        let screen = AlbumScreen(AlbumCellModel(.lodger), tracks: [track])
        let page = AlbumPageModel(screen, window: Window(limit: AlbumPageModel.pageSize))
        #expect(page.title == "Lodger" && page.countText == "2 discs, 12 songs, 1:02:03" && page.yearText == "1979")
        #expect(page.address.description == "/albums/1234567890abcdef")
        #expect(page.artist?.address.description == "/artists/David%20Bowie")
        #expect(page.genres.map(\.address.description) == ["/albums?genre=art%20rock", "/albums?genre=pop"])
        #expect(page.artwork.address(.page).description == "/api/music/0000000000000007/artwork?size=640")
        #expect(page.tracks.map(\.id) == [MusicID(1)] && page.paging.text.isEmpty)
    }

    @Test("a long album has pages, and one without artist and artwork no links to them")
    func pagesLongAlbum() {
        let album = AlbumCellModel(Album(id: AlbumID(1), name: "A", songCount: 5_000))
        let page = AlbumPageModel(AlbumScreen(album, tracks: []), window: Window(offset: 500, limit: 500))
        #expect(page.paging.next?.description == "/albums/0000000000000001?offset=1000")
        #expect(page.paging.previous?.description == "/albums/0000000000000001")
        #expect(page.artist == nil && page.artwork.address(.page).description == "/assets/placeholder.svg")
        #expect(ListPageModel.genres(window: Window(limit: 1), total: 2).countText == "2 genres")
    }

    private func model(_ query: AlbumPageQuery) -> AlbumListPageModel {
        AlbumListPageModel(query, total: 60, genres: genres, years: 1977...1991)
    }
}
