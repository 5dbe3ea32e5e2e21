import FermataContracts
import FermataDomain
import Testing

@Suite("Setting bookmarks")
struct SetBookmarkUsecaseTests {
    private static let clean = Music(id: MusicID(1), title: "Changes", explicit: .clean)
    private static let explicit = Music(id: MusicID(2), title: "Fame", explicit: .explicit)
    private let repository = MusicRepositoryStub([clean, explicit])

    @Test("changes the bookmark once and returns the changed song", arguments: [true, false])
    func changesBookmark(isBookmarked: Bool) async throws {
        let changed = try await usecase(age: 12).execute(isBookmarked, of: [Self.clean.id])
        #expect(changed.map(\.id) == [Self.clean.id] && changed.map(\.isBookmarked) == [isBookmarked])
        #expect(
            repository.messages == [find(Self.clean.id, .notExplicit), .setBookmark(isBookmarked, [Self.clean.id])])
    }

    @Test("throws for hidden music as for unknown music, and changes nothing")
    func throwsForRestrictedMusic() async throws {
        let id = Self.explicit.id
        await #expect(throws: MusicError.notFound(id.description)) {
            try await usecase(age: 12).execute(true, of: [Self.clean.id, id])
        }
        #expect(repository.messages == [find(Self.clean.id, .notExplicit), find(id, .notExplicit)])
        let both = [Self.explicit.id, Self.clean.id]
        #expect(try await usecase(age: 19).execute(true, of: both).map(\.id) == both)
    }

    @Test("throws for unknown music and changes nothing")
    func throwsForUnknownMusic() async throws {
        let id = MusicID(3)
        await #expect(throws: MusicError.notFound(id.description)) { try await usecase().execute(true, of: [id]) }
        #expect(repository.messages == [find(id)])
    }

    @Test("rethrows the repository's error")
    func rethrowsError() async throws {
        let error = LibraryError.busy(path: "a.db")
        let usecase = SetBookmarkUsecase(
            repository: MusicRepositoryStub([Self.clean], error: error), listener: .anyone)
        await #expect(throws: error) { try await usecase.execute(true, of: [Self.clean.id]) }
    }

    private func usecase(age: Int? = nil) -> SetBookmarkUsecase {
        SetBookmarkUsecase(repository: repository, listener: Listener(age: age))
    }

    private func find(_ id: MusicID, _ filter: ExplicitFilter = .all) -> MusicRepositoryStub.Message {
        .find(MusicIDPrefix(id), filter, limit: 1)
    }
}
