import FermataContracts
import FermataDomain
import Testing

@Suite("Getting playlists")
struct GetPlaylistsUsecaseTests {
    private static let clean = Music(id: MusicID(1), title: "Changes", explicit: .clean)
    private static let explicit = Music(id: MusicID(2), title: "Fame", explicit: .explicit)
    private let mixed = Playlist(id: PlaylistID(1), name: "Glam rock", source: "radio", count: 2)
    private let loud = Playlist(id: PlaylistID(2), name: "Hard rock", source: "radio", count: 1)

    @Test("playlists are found by any part of their name, in a window")
    func list() async throws {
        #expect(try await usecase().execute(named: "rock", window: .all) == [mixed, loud])
        #expect(try await usecase().execute(named: "", window: Window(offset: 1, limit: 1)) == [loud])
    }

    @Test("a playlist of which nothing is left by the rule is left out")
    func young() async throws {
        #expect(try await usecase(age: 12).execute(named: "", window: .all) == [mixed])
    }

    @Test("the one playlist that is meant is found")
    func one() async throws {
        #expect(try await usecase().find("Glam") == mixed)
        #expect(try await usecase(age: 12).find("rock") == mixed)
    }

    @Test("a name that no playlist has is refused")
    func none() async throws {
        await #expect(throws: PlaylistError.notFound("jazz")) { try await usecase().find("jazz") }
        await #expect(throws: PlaylistError.notFound("jazz")) { try await usecase(age: 12).find("jazz") }
    }

    @Test("a blank text means no playlist, and not all of them", arguments: ["", " ", "\t\n"])
    func blank(text: String) async throws {
        let usecase = GetPlaylistsUsecase(
            repository: PlaylistRepositoryStub([(Playlist(id: PlaylistID(3), name: " \t\n", source: "radio"), [])]),
            listener: .anyone)
        await #expect(throws: PlaylistError.notFound(text)) { try await usecase.find(text) }
    }

    @Test("a text that several names hold is refused with the first ten of them")
    func several() async throws {
        await #expect(throws: PlaylistError.ambiguousName("rock", candidates: [mixed, loud])) {
            try await usecase().find("rock")
        }
        let many = (1...20).map { Playlist(id: PlaylistID($0), name: "Mix \($0)", source: "radio") }
        let crowded = GetPlaylistsUsecase(
            repository: PlaylistRepositoryStub(many.map { ($0, []) }), listener: .anyone)
        await #expect(throws: PlaylistError.ambiguousName("Mix", candidates: Array(many.prefix(10)))) {
            try await crowded.find("Mix")
        }
    }

    @Test("a playlist all of whose music is left out is refused by the rule, not as unknown")
    func refused() async throws {
        await #expect(throws: PlaylistError.restricted) { try await usecase(age: 12).find("Hard") }
    }

    @Test("a playlist is found by its id, also where another one is called so")
    func byID() async throws {
        let impostor = Playlist(id: PlaylistID(9), name: mixed.id.description, source: "radio", count: 1)
        let usecase = GetPlaylistsUsecase(
            repository: PlaylistRepositoryStub([(impostor, [Self.clean]), (mixed, [Self.clean])]), listener: .anyone)
        #expect(try await usecase.find(id: mixed.id) == mixed)
        #expect(try await usecase.find(id: impostor.id) == impostor)
    }

    @Test("an id that no playlist has is refused, and one whose music is all left out by the rule")
    func noID() async throws {
        let id = PlaylistID(3)
        await #expect(throws: PlaylistError.notFound(id.description)) { try await usecase().find(id: id) }
        await #expect(throws: PlaylistError.restricted) { try await usecase(age: 12).find(id: loud.id) }
        #expect(try await usecase(age: 12).find(id: mixed.id) == mixed)
    }

    @Test("the music of a playlist comes in its order, without what the rule leaves out")
    func read() async throws {
        #expect(try await music(of: mixed, usecase()) == [Self.explicit, Self.clean])
        #expect(try await music(of: mixed, usecase(age: 12)) == [Self.clean])
    }

    private func usecase(age: Int? = nil) -> GetPlaylistsUsecase {
        let repository = PlaylistRepositoryStub([(mixed, [Self.explicit, Self.clean]), (loud, [Self.explicit])])
        return GetPlaylistsUsecase(repository: repository, listener: Listener(age: age))
    }

    private func music(of playlist: Playlist, _ usecase: GetPlaylistsUsecase) async throws -> [Music] {
        try await usecase.batches(of: playlist).joined()
    }
}
