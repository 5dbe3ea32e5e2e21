import FermataContracts
import FermataDomain
import Testing

@Suite("Clearing downloads")
struct ClearDownloadsUsecaseTests {
    private static let fame = Music(id: MusicID(1), title: "Fame", explicit: .explicit)
    private static let changes = Music(id: MusicID(2), title: "Changes", explicit: .clean)
    private static let heroes = Music(id: MusicID(3), title: "Heroes", explicit: .unknown)

    @Test(
        "removes failed downloads that the listener may see, and counts them",
        arguments: [
            (Listener.anyone, [3]), (Listener(age: 12), [1, 3]), (Listener(age: 12, isStrict: true), [1, 3]),
        ] as [(Listener, [UInt64])])
    func removesVisibleFailures(listener: Listener, left: [UInt64]) async throws {
        let repository = DownloadRepositoryStub([
            Download(music: Self.fame, state: .failed(.truncated)),
            Download(music: Self.changes, state: .failed(.status(404))),
            Download(music: Self.heroes, state: .waiting),
        ])
        let usecase = ClearDownloadsUsecase(repository: repository, listener: listener)
        #expect(try await usecase.execute(.failed) == 3 - left.count)
        #expect(repository.messages == [.removeGroup(.failed, listener.filter)])
        let remaining = try await repository.downloads(allowing: .all, window: .all)
        #expect(remaining.map(\.id) == left.map { MusicID($0) })
        #expect(try await usecase.execute(.failed) == 0)
    }
}
