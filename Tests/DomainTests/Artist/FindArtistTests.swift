import FermataContracts
import FermataDomain
import Testing

@Suite("Finding an artist by name")
struct FindArtistTests {
    private let bowie = Artist(name: "David Bowie", trackCount: 4)
    private let gray = Artist(name: "David Gray", trackCount: 1)

    @Test("finds the one artist whose name contains the text")
    func findsByPartOfName() async throws {
        let artists = ArtistRepositoryStub(artists: { _ in [bowie] })
        #expect(try await usecase(artists).find("bowie") == bowie)
        #expect(artists.messages == [.artists("bowie", .all, limit: 10)])
    }

    @Test("throws for an unknown name")
    func throwsForUnknownName() async throws {
        let usecase = usecase(ArtistRepositoryStub())
        await #expect(throws: ArtistError.notFound("unknown")) { try await usecase.find("unknown") }
    }

    @Test("throws for a blank text", arguments: ["", " ", "\t\n"])
    func throwsForBlankText(text: String) async throws {
        let usecase = usecase(ArtistRepositoryStub(artists: { _ in [bowie] }))
        await #expect(throws: ArtistError.notFound(text)) { try await usecase.find(text) }
    }

    @Test("throws for an ambiguous name with the first ten candidates")
    func throwsForAmbiguousName() async throws {
        let many = [bowie, gray] + (1...20).map { Artist(name: "David \($0)", trackCount: 1) }
        let usecase = usecase(ArtistRepositoryStub(artists: { _ in many }))
        await #expect(throws: ArtistError.ambiguousName("david", candidates: Array(many.prefix(10)))) {
            try await usecase.find("david")
        }
    }

    @Test("throws for an artist without allowed music as for an unknown one")
    func throwsForHiddenArtist() async throws {
        let artists = ArtistRepositoryStub(artists: { filter in filter == .all ? [bowie] : [] })
        let usecase = usecase(artists, listener: Listener(age: 12))
        await #expect(throws: ArtistError.notFound("bowie")) { try await usecase.find("bowie") }
        let looked = ["bowie", "bowi", "bow"].map { ArtistRepositoryStub.Message.artists($0, .notExplicit, limit: 10) }
        #expect(artists.messages == looked)
    }

    @Test("throws for an unknown name with close names")
    func suggestsCloseNames() async throws {
        let usecase = usecase(ArtistRepositoryStub(named: { text in text == "bow" ? [bowie] : [] }))
        await #expect(throws: ArtistError.notFound("bowy", close: [bowie])) { try await usecase.find("bowy") }
    }

    @Test("lists a window of the artists that the listener may see")
    func listsArtists() async throws {
        let artists = ArtistRepositoryStub(artists: { _ in [bowie, gray] })
        let annotations = InMemorySubjectAnnotationRepository()
        try await annotations.edit([.artist(gray.name)], .rate(.five))
        let usecase = GetArtistsUsecase(repository: artists, annotations: annotations, listener: Listener(age: 12))
        let rated = AnnotatedArtist(gray, SubjectAnnotations(rating: .five))
        #expect(try await usecase.execute(named: "david", window: Window(offset: 1, limit: 1)) == [rated])
        #expect(try await usecase.execute() == [AnnotatedArtist(bowie), rated])
        #expect(
            artists.messages == [
                .artists("david", .notExplicit, limit: 2), .artists("", .notExplicit, limit: .max),
            ])
    }

    private func usecase(_ artists: ArtistRepositoryStub, listener: Listener = .anyone) -> GetArtistPageUsecase {
        GetArtistPageUsecase(
            music: MusicRepositoryStub([]), albums: InMemoryAlbumRepository { [] }, artists: artists,
            downloads: DownloadRepositoryStub(), listener: listener)
    }
}
