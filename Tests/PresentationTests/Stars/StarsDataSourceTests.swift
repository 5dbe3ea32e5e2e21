import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("What a person reads about changes that wait for a server")
struct StarsDataSourceTests {
    @Test(
        "names each source and counts its changes",
        arguments: [
            (1, "1 change waits for “home”. Fermata sends it with the next sync."),
            (1_200, "1,200 changes wait for “home”. Fermata sends them with the next sync."),
        ])
    func namesSources(count: Int, text: String) async throws {
        #expect(try await stars(count, .anyone, InMemoryRemoteStarRepository.unreachable).deliverSoon() == [text])
    }

    @Test("shows no counts to a listener who may not see them")
    func hidesCounts() async throws {
        let young = Listener(age: 12)
        #expect(
            try await stars(2, young, InMemoryRemoteStarRepository.unreachable).deliverSoon()
                == ["Changes wait for “home”. Fermata sends them with the next sync."])
    }

    @Test("says nothing after everything was sent")
    func saysNothingAfterDelivery() async throws {
        let remote = InMemoryRemoteStarRepository(songs: ["1", "2"])
        let stars = try await stars(2, .anyone, remote)
        #expect(try await stars.deliverSoon() == [])
        #expect(remote.received == [.star(["1", "2"])])
        #expect(try await stars.deliver())
    }

    private func stars(
        _ count: Int, _ listener: Listener, _ remote: InMemoryRemoteStarRepository
    ) async throws -> StarsDataSource {
        let library = InMemoryMusicRepository(now: { Date() })
        try await library.add(Source(name: "home", kind: "test", address: "", added: Date()))
        return StarsDataSource(
            deliverStars: DeliverStarsUsecase(
                stars: StarRepositoryStub(["home": (1...count).map(String.init)]), sources: library,
                listener: listener, clock: ContinuousClock(), remote: { _ in remote }))
    }
}

extension InMemoryRemoteStarRepository {
    fileprivate static var unreachable: InMemoryRemoteStarRepository {
        let remote = InMemoryRemoteStarRepository(songs: [])
        remote.change { $0.failures = [SourceFailure(.connectionRefused, address: "")] }
        return remote
    }
}
