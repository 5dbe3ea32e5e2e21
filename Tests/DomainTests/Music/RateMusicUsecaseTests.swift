import FermataContracts
import FermataDomain
import Testing

@Suite("Rating songs")
struct RateMusicUsecaseTests {
    private static let clean = Music(id: MusicID(1), title: "Changes", explicit: .clean)
    private static let explicit = Music(id: MusicID(2), title: "Fame", explicit: .explicit)
    private let repository = MusicRepositoryStub([clean, explicit])

    @Test("changes the rating once and returns the changed song", arguments: [nil, Rating.four])
    func changesRating(rating: Rating?) async throws {
        let changed = try await usecase(age: 12).execute(rating, of: [Self.clean.id])
        #expect(changed.map(\.id) == [Self.clean.id] && changed.map(\.rating) == [rating])
        #expect(repository.messages == [find(Self.clean.id, .notExplicit), .setRating(rating, [Self.clean.id])])
    }

    @Test("throws for hidden music as for unknown music, and changes nothing", arguments: [MusicID(2), MusicID(3)])
    func throwsForMissingMusic(id: MusicID) async throws {
        await #expect(throws: MusicError.notFound(id.description)) {
            try await usecase(age: 12).execute(.one, of: [Self.clean.id, id])
        }
        #expect(repository.messages == [find(Self.clean.id, .notExplicit), find(id, .notExplicit)])
    }

    @Test("returns the songs of a listener who may have all in the order of the ids")
    func returnsSongsInOrder() async throws {
        let both = [Self.explicit.id, Self.clean.id]
        #expect(try await usecase(age: 19).execute(.five, of: both).map(\.id) == both)
    }

    @Test("rethrows the repository's error")
    func rethrowsError() async throws {
        let error = LibraryError.busy(path: "a.db")
        let usecase = RateMusicUsecase(
            repository: MusicRepositoryStub([Self.clean], error: error), listener: .anyone)
        await #expect(throws: error) { try await usecase.execute(.one, of: [Self.clean.id]) }
    }

    private func usecase(age: Int? = nil) -> RateMusicUsecase {
        RateMusicUsecase(repository: repository, listener: Listener(age: age))
    }

    private func find(_ id: MusicID, _ filter: ExplicitFilter = .all) -> MusicRepositoryStub.Message {
        .find(MusicIDPrefix(id), filter, limit: 1)
    }
}
