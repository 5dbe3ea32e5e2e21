import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Positions at which I continue later")
struct SavedPositionsUsecaseTests {
    private let clean = Music(id: MusicID(1), title: "One", explicit: .clean)
    private let explicit = Music(id: MusicID(2), title: "Two", explicit: .explicit)

    @Test("a young listener has only positions in songs that may be heard")
    func appliesRule() async throws {
        let music = MusicRepositoryStub([clean, explicit])
        let repository = InMemorySavedPositionRepository(music: music)
        func usecase(_ listener: Listener) -> SavedPositionsUsecase {
            SavedPositionsUsecase(
                repository: repository, music: music, listener: listener, now: { Date(timeIntervalSince1970: 7.5) })
        }
        let (adult, child) = (usecase(.anyone), usecase(Listener(age: 12)))
        try await adult.save(.seconds(9), in: explicit.id, comment: "")
        try await child.save(.seconds(-1), in: clean.id, comment: String(repeating: "x", count: 5_000))
        #expect(try await child.all().map(\.song.title) == ["One"])
        let saved = try await adult.all()
        #expect(saved.map(\.song.title).sorted() == ["One", "Two"])
        let own = try #require(saved.first { $0.song.title == "One" })
        #expect(own.position == .zero && own.comment.utf8.count <= TextLimits.message)
        #expect(own.created == Date(timeIntervalSince1970: 7))
        await #expect(throws: MusicError.notFound(explicit.id.description)) {
            try await child.save(.zero, in: explicit.id, comment: "")
        }
        await #expect(throws: MusicError.notFound(explicit.id.description)) {
            try await child.remove(from: explicit.id)
        }
        try await adult.remove(from: explicit.id)
        #expect(try await adult.all().map(\.song.title) == ["One"])
    }
}
