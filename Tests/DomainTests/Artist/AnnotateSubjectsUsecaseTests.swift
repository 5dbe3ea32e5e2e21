import FermataContracts
import FermataDomain
import Testing

@Suite("Bookmarking and rating albums and artists")
struct AnnotateSubjectsUsecaseTests {
    private static let songs = [
        song(1, "Warszawa", album: "Low"), song(2, "Fame", album: "Young"),
        song(3, "Curse", album: "Loud", explicit: .explicit),
    ]
    private static let ann = Artist(name: "Ann", trackCount: 3)

    private let annotations = InMemorySubjectAnnotationRepository()

    @Test("returns the changed albums in the order of ids")
    func editsAlbums() async throws {
        let ids = ids(["Young", "Low"])
        let rated = try await usecase().execute(.rate(.four), ofAlbums: ids)
        #expect(rated.map(\.name) == ["Young", "Low"])
        #expect(rated.map(\.annotations) == Array(repeating: SubjectAnnotations(rating: .four), count: 2))
        _ = try await usecase().execute(.bookmark(true), ofAlbums: [ids[1]])
        let stored = try await annotations.annotations(of: rated.map { AnnotatedSubject($0) })
        #expect(stored == [SubjectAnnotations(rating: .four), SubjectAnnotations(isBookmarked: true, rating: .four)])
    }

    @Test("changes nothing if an album or artist is hidden or unknown")
    func changesAllOrNone() async throws {
        let ids = ids(["Low", "Loud"])
        await #expect(throws: AlbumError.notFound(ids[1].description)) {
            try await usecase(age: 12).execute(.bookmark(true), ofAlbums: ids)
        }
        for name in ["An", "nobody", " "] {
            await #expect(throws: ArtistError.notFound(name)) {
                try await usecase().execute(.bookmark(true), ofArtists: ["Ann", name])
            }
            await #expect(throws: ArtistError.notFound(name)) { try await usecase().artist(name) }
        }
        #expect(try await annotations.all(allowing: .all).isEmpty)
    }

    @Test("returns the changed artists, and lists those that are bookmarked")
    func editsArtists() async throws {
        let marked = AnnotatedArtist(Self.ann, SubjectAnnotations(isBookmarked: true))
        #expect(try await usecase().execute(.bookmark(true), ofArtists: ["ANN"]) == [marked])
        #expect(try await usecase().artist("ann") == marked)
        try await annotations.edit([.artist("Gone")], .bookmark(true))
        try await annotations.edit([.artist("Zoë")], .rate(.one))
        let getArtists = GetArtistsUsecase(repository: artists, annotations: annotations, listener: .anyone)
        #expect(try await getArtists.bookmarked() == [marked])
        #expect(try await getArtists.bookmarked(named: "b").isEmpty)
        #expect(try await getArtists.bookmarked(window: Window(limit: 0)).isEmpty)
    }

    private var artists: ArtistRepositoryStub {
        ArtistRepositoryStub(named: { text in "ann".contains(text.lowercased()) ? [Self.ann] : [] })
    }

    private func usecase(age: Int? = nil) -> AnnotateSubjectsUsecase {
        AnnotateSubjectsUsecase(
            annotations: annotations, albums: InMemoryAlbumRepository(annotations: annotations) { Self.songs },
            artists: artists, listener: Listener(age: age))
    }

    private func ids(_ names: [String]) -> [AlbumID] {
        let albums = AlbumQuery().results(from: Self.songs)
        return names.compactMap { name in albums.first { $0.name == name }?.id }
    }

    private static func song(
        _ id: UInt64, _ title: String, album: String, explicit: ExplicitStatus = .clean
    ) -> Music {
        Music(id: MusicID(id), title: title, artist: "Ann", album: album, explicit: explicit)
    }
}
