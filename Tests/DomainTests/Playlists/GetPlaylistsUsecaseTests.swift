import FermataContracts
import FermataDomain
import Testing

@Suite("Getting playlists")
struct GetPlaylistsUsecaseTests {
    private static let clean = Music(id: MusicID(1), title: "Changes", explicit: .clean)
    private static let explicit = Music(id: MusicID(2), title: "Fame", explicit: .explicit)
    private let mixed = Playlist(id: PlaylistID(1), name: "Glam rock", source: "radio", count: 2)
    private let loud = Playlist(id: PlaylistID(2), name: "Hard rock", source: "radio", count: 1)

    @Test("returns a window of playlists whose name contains a text")
    func findsByPartOfName() async throws {
        #expect(try await usecase().execute(named: "rock", window: .all) == [mixed, loud])
        #expect(try await usecase().execute(named: "", window: Window(offset: 1, limit: 1)) == [loud])
    }

    @Test("counts playlists by part of their name, without restricted ones")
    func countsByPartOfName() async throws {
        #expect(try await usecase().count(named: "") == 2)
        #expect(try await usecase().count(named: "Glam") == 1)
        #expect(try await usecase(age: 12).count(named: "rock") == 1)
    }

    @Test("hides a playlist without allowed music")
    func hidesRestrictedPlaylist() async throws {
        #expect(try await usecase(age: 12).execute(named: "", window: .all) == [mixed])
    }

    @Test("finds the one matching playlist")
    func findsOnePlaylist() async throws {
        #expect(try await usecase().find("Glam") == mixed)
        #expect(try await usecase(age: 12).find("rock") == mixed)
    }

    @Test("throws for an unknown name")
    func throwsForUnknownName() async throws {
        await #expect(throws: PlaylistError.notFound("jazz")) { try await usecase().find("jazz") }
        await #expect(throws: PlaylistError.notFound("jazz")) { try await usecase(age: 12).find("jazz") }
    }

    @Test("throws for a blank text", arguments: ["", " ", "\t\n"])
    func throwsForBlankText(text: String) async throws {
        let usecase = GetPlaylistsUsecase(
            repository: PlaylistRepositoryStub([(Playlist(id: PlaylistID(3), name: " \t\n", source: "radio"), [])]),
            music: MusicRepositoryStub([]), listener: .anyone)
        await #expect(throws: PlaylistError.notFound(text)) { try await usecase.find(text) }
    }

    @Test("throws for an ambiguous name with the first ten candidates")
    func throwsForAmbiguousName() async throws {
        await #expect(throws: PlaylistError.ambiguousName("rock", candidates: [mixed, loud])) {
            try await usecase().find("rock")
        }
        let many = (1...20).map { Playlist(id: PlaylistID($0), name: "Mix \($0)", source: "radio") }
        let crowded = GetPlaylistsUsecase(
            repository: PlaylistRepositoryStub(many.map { ($0, []) }), music: MusicRepositoryStub([]),
            listener: .anyone)
        await #expect(throws: PlaylistError.ambiguousName("Mix", candidates: Array(many.prefix(10)))) {
            try await crowded.find("Mix")
        }
    }

    @Test("throws for a playlist without allowed music as for an unknown one")
    func throwsForHiddenPlaylist() async throws {
        await #expect(throws: PlaylistError.notFound("Hard")) { try await usecase(age: 12).find("Hard") }
    }

    @Test("finds a playlist by id even if another has that id as its name")
    func findsByIDDespiteName() async throws {
        let impostor = Playlist(id: PlaylistID(9), name: mixed.id.description, source: "radio", count: 1)
        let usecase = GetPlaylistsUsecase(
            repository: PlaylistRepositoryStub([(impostor, [Self.clean]), (mixed, [Self.clean])]),
            music: MusicRepositoryStub([]), listener: .anyone)
        #expect(try await usecase.find(id: mixed.id) == mixed)
        #expect(try await usecase.find(id: impostor.id) == impostor)
    }

    @Test("of playlists with one complete name, finds the library's own one")
    func prefersOwnPlaylist() async throws {
        let own = Playlist(id: PlaylistID(4), name: "Glam", origin: .own, count: 1)
        let usecase = GetPlaylistsUsecase(
            repository: PlaylistRepositoryStub([(mixed, [Self.clean]), (own, [])]), music: MusicRepositoryStub([]),
            listener: .anyone)
        #expect(try await usecase.find("Glam") == own)
        await #expect(throws: PlaylistError.ambiguousName("Gla", candidates: [mixed, own])) {
            try await usecase.find("Gla")
        }
    }

    @Test("throws for an unknown id, and in the same way for a hidden playlist")
    func throwsForUnknownOrHiddenID() async throws {
        let id = PlaylistID(3)
        await #expect(throws: PlaylistError.notFound(id.description)) { try await usecase().find(id: id) }
        await #expect(throws: PlaylistError.notFound(loud.id.description)) {
            try await usecase(age: 12).find(id: loud.id)
        }
        #expect(try await usecase(age: 12).find(id: mixed.id) == mixed)
    }

    @Test("returns a playlist's allowed music in its order")
    func returnsAllowedMusicInOrder() async throws {
        #expect(try await music(of: mixed, usecase()) == [Self.explicit, Self.clean])
        #expect(try await music(of: mixed, usecase(age: 12)) == [Self.clean])
    }

    private func usecase(age: Int? = nil) -> GetPlaylistsUsecase {
        let repository = PlaylistRepositoryStub([(mixed, [Self.explicit, Self.clean]), (loud, [Self.explicit])])
        return GetPlaylistsUsecase(
            repository: repository, music: MusicRepositoryStub([]), listener: Listener(age: age))
    }

    private func music(of playlist: Playlist, _ usecase: GetPlaylistsUsecase) async throws -> [Music] {
        try await usecase.batches(of: playlist).joined()
    }
}
