import FermataContracts
import FermataDomain
import FermataPresentation
import TestTraits
import Testing

@Suite("Lists of albums, genres and artists", .deadline)
struct AlbumListDataSourceTests {
    @Test("the list has a row for each album of its window, and the number of all")
    func listsWindow() async throws {
        let source = try await Self.source()
        let window = try await source.window(of: AlbumQuery(order: .newest, window: Window(limit: 2)))
        #expect(window.rows.map(\.name) == ["Hits", "Low"] && window.total == 4)
        #expect(try await source.batches(of: AlbumQuery()).collected().flatMap(\.self).count == 4)
        #expect(try await source.count(AlbumQuery(artist: "Queen")) == 1)
        #expect(try await source.find("low").name == "Low")
    }

    @Test("the tracks of an album are in the order of its discs and numbers")
    func ordersTracks() async throws {
        let source = try await Self.source()
        let low = try await source.find("low")
        let songs = source.batches(of: low)
        #expect(try await songs.collected().flatMap(\.self).map(\.title) == ["Speed", "Sound", "Warszawa", "Art"])
        let tracks = try await low.tracks(source.batches(of: low)).collected().flatMap(\.self)
        #expect(tracks.map(\.sectionTitle) == ["Other songs", "Disc 1", "Disc 2", "Disc 2"])
        let later = try await source.batches(of: low, window: Window(offset: 3)).collected().flatMap(\.self)
        #expect(later.map(\.title) == ["Art"])
    }

    @Test("a young listener sees no album of explicit songs alone, and no genre of theirs")
    func hidesExplicitAlbums() async throws {
        let source = try await Self.source(Listener(age: 12))
        #expect(try await source.window(of: AlbumQuery()).rows.map(\.name) == ["Hits", "Hits", "Low"])
        #expect(try await source.genres().rows.map(\.name) == ["rock", "ambient"])
        await #expect(throws: AlbumError.notFound("loud")) { try await source.find("loud") }
    }

    @Test("a name of several albums selects all their songs, and a part of several names no")
    func selectsSongs() async throws {
        let source = try await Self.source()
        #expect(try await source.selection("hits") == AlbumSelection("Hits"))
        #expect(try await source.selection("low").artist == "David Bowie")
        #expect(try await source.selection("hits", by: "Queen").artist == "Queen")
        await #expect(throws: AlbumError.self) { try await source.selection("lo") }
        await #expect(throws: AlbumError.notFound("none")) { try await source.selection("none") }
    }

    @Test("genres come with their numbers of songs and albums, those with most songs first")
    func listsGenres() async throws {
        let source = try await Self.source()
        let genres = try await source.genres()
        #expect(genres.rows.map(\.name) == ["rock", "ambient", "noise"] && genres.total == 3)
        #expect(genres.rows[0].detailText == "3 albums, 3 songs")
        #expect(genres.rows[0].accessibilityLabel == "rock, genre, 3 albums, 3 songs")
        let second = try await source.genres(in: .name, window: Window(offset: 1, limit: 1))
        #expect(second.rows.map(\.name) == ["noise"] && second.total == 3)
        #expect(GenreField.allCases.map(genres.rows[1].value) == [.text("ambient"), .integer(2), .integer(1)])
        #expect(GenreCellModel.table.cells.map { $0(genres.rows[1]) } == ["ambient", "2", "1"].map(TableCell.plain))
    }

    @Test("the years are those of the earliest and the latest release")
    func readsYears() async throws {
        #expect(try await Self.source().years() == 1977...1991)
        let empty = AlbumListDataSource(
            getAlbums: GetAlbumsUsecase(repository: InMemoryAlbumRepository { [] }, listener: .anyone),
            getMusic: try await Self.getMusic(.anyone))
        #expect(try await empty.years() == nil)
    }

    @Test("artists are those of songs or of albums, with the number of these")
    func listsArtists() async throws {
        let library = try await Self.library()
        let songs = ArtistRepositoryStub(artists: { _ in ["Ann", "Low"].map { Artist(name: $0, trackCount: 2) } })
        let annotations = InMemorySubjectAnnotationRepository()
        try await annotations.edit([.artist("Ann"), .artist("Low")], .rate(.two))
        try await annotations.edit([.artist("Low")], .bookmark(true))
        let source = ArtistListDataSource(
            getArtists: GetArtistsUsecase(
                repository: songs, annotations: annotations, listener: Listener(age: 12)),
            getAlbums: GetAlbumsUsecase(repository: InMemoryAlbumRepository(library), listener: .anyone))
        let second = try await source.list(named: "o", window: Window(offset: 1, limit: 1))
        #expect(second.map(\.name) == ["Low"] && second[0].countText == "2 songs")
        #expect(songs.messages == [.artists("o", .notExplicit, limit: 2)])
        let albums = try await source.list(ofAlbums: true, window: .all)
        #expect(albums.map(\.name) == ["Ann", "David Bowie", "Queen"] && albums[0].countText == "1 album")
        #expect(albums[0].accessibilityLabel == "Ann, artist, 1 album")
        #expect(
            ListedArtistField.allCases.map(second[0].value) == [
                .text("Low"), .integer(2), .none, .flag(true), .integer(2),
            ])
        let ann: [FieldValue] = [.text("Ann"), .none, .integer(1), .flag(false), .integer(2)]
        #expect(ListedArtistField.allCases.map(albums[0].value) == ann)
        #expect(second[0].accessibilityLabel == "Low, artist, 2 songs, bookmarked")
        #expect(EmptyListText.artists(areBookmarked: true).web == "No artist is bookmarked yet.")
        #expect(EmptyListText.artists(named: "x").web == "No artist has “x” in the name.")
        #expect(EmptyListText.artists().web == "No song names an artist yet.")
    }

    /// Albums by a band, two of one name, and one that is explicit.
    private static let songs = [
        song("Warszawa", "Low", "David Bowie", (2, 1), "ambient", 1977),
        song("Art", "Low", "David Bowie", (2, 2), "ambient", 1977),
        song("Sound", "Low", "David Bowie", (1, 4), "rock", 1977),
        RemoteMusic(key: "Speed", title: "Speed", artist: "David Bowie", album: "Low"),
        song("One", "Hits", "Queen", (1, 1), "rock", 1991), song("Two", "Hits", "David Bowie", (1, 1), "rock", nil),
        RemoteMusic(key: "Din", title: "Din", artist: "Ann", album: "Loud", genre: "noise", explicit: .explicit),
    ]

    private static func song(
        _ title: String, _ album: String, _ artist: String, _ place: (disc: Int, track: Int), _ genre: String,
        _ year: Int?
    ) -> RemoteMusic {
        RemoteMusic(
            key: album + title, title: title, artist: artist, album: album, disc: place.disc, track: place.track,
            genre: genre, released: year.flatMap { ReleaseDate(year: $0) })
    }

    private static func library() async throws -> InMemoryMusicRepository {
        let repository = InMemoryMusicRepository { testNow }
        try await LibrarySeed(songs).fill(repository, repository, time: TestTime())
        return repository
    }

    private static func getMusic(_ listener: Listener) async throws -> GetMusicUsecase {
        let library = try await library()
        return GetMusicUsecase(repository: library, sources: library, listener: listener)
    }

    private static func source(_ listener: Listener = .anyone) async throws -> AlbumListDataSource {
        let albums = InMemoryAlbumRepository(try await library())
        return AlbumListDataSource(
            getAlbums: GetAlbumsUsecase(repository: albums, listener: listener), getMusic: try await getMusic(listener))
    }
}
