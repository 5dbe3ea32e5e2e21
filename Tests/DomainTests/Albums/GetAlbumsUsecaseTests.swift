import FermataContracts
import FermataDomain
import Testing

@Suite("Albums that the listener may see")
struct GetAlbumsUsecaseTests {
    private static let songs = [
        AlbumSample.song(1, "Greatest Hits", by: "Queen"), AlbumSample.song(2, "Greatest Hits", by: "Abba"),
        AlbumSample.song(3, "Low", by: "David Bowie"), AlbumSample.song(4, "Low Life", by: "New Order"),
        AlbumSample.song(5, "Revival", by: "Eminem") { $0.explicit = .explicit },
        AlbumSample.song(6, "Heroes \"Live\"", by: "David Bowie"),
    ]

    private func usecase(_ listener: Listener = .anyone) -> GetAlbumsUsecase {
        GetAlbumsUsecase(repository: InMemoryAlbumRepository { Self.songs }, listener: listener)
    }

    @Test(
        "an exact name comes first, then the one that contains the text",
        arguments: [("low", "Low"), ("life", "Low Life"), ("LOW!", "Low"), ("live", "Heroes \"Live\"")])
    func findsAlbum(typed: String, name: String) async throws {
        #expect(try await usecase().find(typed).name == name)
    }

    @Test("albums of equal names are candidates, and an artist selects one")
    func selectsByArtist() async throws {
        let albums = AlbumQuery(text: "greatest", order: .name).results(from: Self.songs)
        await #expect(throws: AlbumError.ambiguousName("greatest hits", candidates: albums)) {
            try await usecase().find("greatest hits")
        }
        #expect(try await usecase().find("greatest hits", by: "queen").artist == "Queen")
        await #expect(throws: AlbumError.notFound("low")) { try await usecase().find("low", by: "queen") }
    }

    @Test("finds an album by its id and by the beginning of it")
    func findsID() async throws {
        let album = try await usecase().find("low")
        #expect(try await usecase().find(album.id.description) == album)
        #expect(try await usecase().find(String(album.id.description.prefix(8))) == album)
        #expect(try await usecase().find(id: album.id) == album)
    }

    @Test("returns the ids of the albums of songs, of the right one of several releases")
    func findsAlbumIDs() async throws {
        let reissue = AlbumSample.song(7, "Low", by: "David Bowie") { $0.release = AlbumSample.second }
        let original = AlbumSample.song(8, "Low", by: "David Bowie") { $0.release = AlbumSample.first }
        let songs = [reissue, original, Self.songs[0], Music(id: MusicID(9), title: "Single"), Self.songs[2]]
        let usecase = GetAlbumsUsecase(repository: InMemoryAlbumRepository { songs }, listener: .anyone)
        let ids = try await usecase.albumIDs(of: songs)
        var albums: [AlbumID?] = []
        for song in songs { albums.append(try? await usecase.album(of: song).id) }
        #expect(ids == albums && ids[3] == nil && Set(ids).count == 5)
    }

    @Test("returns the rated albums, the highest rating first, then by name")
    func findsHighestRated() async throws {
        let annotations = InMemorySubjectAnnotationRepository()
        let repository = InMemoryAlbumRepository(annotations: annotations) { Self.songs }
        let all = try await usecase().window(of: AlbumQuery(order: .name)).albums
        for (album, rating) in zip(all, [Rating.two, .five, .two, .one]) {
            try await annotations.edit([AnnotatedSubject(album)], .rate(rating))
        }
        let rated = GetAlbumsUsecase(repository: repository, listener: .anyone)
        #expect(try await rated.highestRated(.all).map(\.id) == [all[1], all[0], all[2], all[3]].map(\.id))
        #expect(try await rated.highestRated(Window(offset: 1, limit: 2)).map(\.id) == [all[0].id, all[2].id])
        #expect(try await usecase().highestRated(.all).isEmpty)
    }

    @Test("finds the album of a song, also if its name has several releases")
    func findsAlbumOfSong() async throws {
        #expect(try await usecase().album(of: Self.songs[1]).artist == "Abba")
        let reissue = AlbumSample.song(7, "Low", by: "David Bowie") { $0.release = AlbumSample.second }
        let original = AlbumSample.song(8, "Low", by: "David Bowie") { $0.release = AlbumSample.first }
        for (songs, song, release) in [
            ([reissue], reissue, AlbumRelease.any), ([reissue, original], reissue, .known(AlbumSample.second)),
            ([reissue, original, Self.songs[2]], Self.songs[2], .without),
            ([reissue, Self.songs[2]], Self.songs[2], .any),
        ] {
            let usecase = GetAlbumsUsecase(repository: InMemoryAlbumRepository { songs }, listener: .anyone)
            #expect(try await usecase.album(of: song).release == release)
        }
        await #expect(throws: AlbumError.notFound("")) { try await usecase().album(of: AlbumSample.song(9, "")) }
        await #expect(throws: AlbumError.notFound("Revival")) {
            try await usecase(Listener(age: 12)).album(of: Self.songs[4])
        }
    }

    @Test("an unknown, a blank and a hidden album are not found")
    func throwsForUnknownAlbum() async throws {
        let (child, hidden) = (usecase(Listener(age: 12)), try await usecase().find("revival"))
        for typed in ["nothing", " ", "revival", hidden.id.description] {
            await #expect(throws: AlbumError.notFound(typed)) { try await child.find(typed) }
        }
        await #expect(throws: AlbumError.notFound(hidden.id.description)) { try await child.find(id: hidden.id) }
        #expect(try await child.count(AlbumQuery(explicit: .all)) == 5)
        #expect(try await child.albumArtists(named: "e").map(\.name) == ["David Bowie", "New Order", "Queen"])
    }

    @Test("a window has the number of all albums if that is known")
    func countsWindows() async throws {
        for (offset, limit, text, total) in [(0, 2, "", 6), (4, 2, "", 6), (0, 9, "low", 2), (9, 2, "low", 2)] {
            let query = AlbumQuery(text: text, window: Window(offset: offset, limit: limit))
            let window = try await usecase().window(of: query)
            #expect(window.total == total && window.albums == query.results(from: Self.songs))
        }
        let query = AlbumQuery(text: "low", window: Window(limit: 1))
        #expect(try await usecase().window(of: query).total == nil)
        #expect(try await usecase().window(of: query, isCounted: true).total == 2)
    }

    @Test("an artist has own albums, or else those of others, and the cover of one")
    func listsAlbumsOfArtist() async throws {
        let songs = [
            AlbumSample.song(1, "Low", by: "Bowie"),
            AlbumSample.song(2, "Now", by: "Queen") { ($0.albumArtist, $0.artworkURL) = ("Various", "http://a/1") },
            AlbumSample.song(3, "Now", by: "Bowie") { $0.albumArtist = "Various" },
        ]
        let albums = GetAlbumsUsecase(repository: InMemoryAlbumRepository { songs }, listener: .anyone)
        for (artist, own, cover) in [("bowie", ["Low"], "Now"), ("Queen", ["Now"], "Now"), ("Abba", [], nil)] {
            #expect(try await albums.albums(ofArtist: artist).map(\.name) == own, "\(artist)")
            #expect(try await albums.albumWithArtwork(ofArtist: artist)?.name == cover, "\(artist)")
        }
        let counts = try await albums.albumArtists()
        #expect(counts.map(\.name) == ["Bowie", "Various"] && counts.map(\.albumCount) == [1, 1])
        #expect(counts[0].artwork == nil && counts[1].artwork != nil)
    }

    @Test("lists the artists of albums with the number of albums")
    func listsArtists() async throws {
        let bowie = AlbumArtistCount(name: "David Bowie", albumCount: 2)
        #expect(try await usecase().albumArtists(named: "bow") == [bowie])
        let names = try await usecase().albumArtists(window: Window(offset: 1, limit: 2)).map(\.name)
        #expect(names == ["David Bowie", "Eminem"])
    }
}
