import FermataContracts
import FermataDomain
import FermataPresentation
import Foundation
import TestTraits
import Testing

@Suite("Messages about changes that wait for a server")
struct DeliveryDataSourceTests {
    @Test(
        "names each source and counts its changes",
        arguments: [
            (1, "1 change waits for “home”. Fermata sends it with the next sync."),
            (1_200, "1,200 changes wait for “home”. Fermata sends them with the next sync."),
        ])
    func namesSources(count: Int, text: String) async throws {
        let stars = try await stars(count, .anyone, .unreachable)
        #expect(try await stars.deliverWithinTimeout() == [text])
    }

    @Test("shows no counts to a listener who may not see them")
    func hidesCounts() async throws {
        let restricted = Listener(age: 12)
        #expect(
            try await stars(2, restricted, InMemoryRemoteStarRepository.unreachable).deliverWithinTimeout()
                == ["Changes wait for “home”. Fermata sends them with the next sync."])
    }

    @Test("names the sources of waiting changes without sending any")
    func namesSourcesWithoutDelivery() async throws {
        let remote = InMemoryRemoteStarRepository(songs: ["1"])
        let stars = try await stars(1, .anyone, remote)
        #expect(try await stars.waiting() == ["1 change waits for “home”. Fermata sends it with the next sync."])
        #expect(remote.received == [])
    }

    @Test("says nothing after everything was sent")
    func saysNothingAfterDelivery() async throws {
        let remote = InMemoryRemoteStarRepository(songs: ["1", "2"])
        let stars = try await stars(2, .anyone, remote)
        #expect(try await stars.deliverWithinTimeout() == [])
        #expect(remote.received == [.star(["1", "2"])])
    }

    @Test("sends what waits when the library changes, until its task is cancelled", .timeLimit(.minutes(3)))
    func deliversContinuously() async throws {
        let (received, continuation) = AsyncStream<Void>.makeStream()
        let remote = InMemoryRemoteStarRepository(songs: ["1"]) { _ in continuation.finish() }
        let observer = LibraryChangeObserverStub()
        let deliveries = try await stars(1, .anyone, remote, observer)
        let task = Task { await deliveries.deliverContinuously { Issue.record($0) } }
        #expect(remote.received == [])
        observer.send(1)
        for await _ in received {}
        task.cancel()
        await task.value
        #expect(remote.received == [.star(["1"])])
    }

    @Test("sends again after a second, and after twice the pause each time", .timeLimit(.minutes(3)))
    func repeatsAfterPauses() async throws {
        let (received, continuation) = AsyncStream<Void>.makeStream()
        let remote = InMemoryRemoteStarRepository(songs: ["1"]) { _ in continuation.finish() }
        remote.change { $0.failures = Array(repeating: SourceFailure(.connectionRefused, address: ""), count: 11) }
        let (observer, clock) = (LibraryChangeObserverStub(), SleeplessClock())
        let deliveries = try await stars(1, .anyone, remote, observer, clock)
        let task = Task { await deliveries.deliverContinuously { Issue.record($0) } }
        observer.send(1)
        for await _ in received {}
        task.cancel()
        await task.value
        let pauses = [1, 2, 4, 8, 16, 32, 64, 128, 256, 480, 480].map { Duration.seconds($0) }
        #expect(Array(clock.pauses.prefix(11)) == pauses)
    }

    @Test("reports the error of a library that cannot be read", .timeLimit(.minutes(3)))
    func reportsLibraryError() async throws {
        let observer = LibraryChangeObserverStub()
        let deliveries = try await stars(1, .anyone, .unreachable, observer)
        let (errors, continuation) = AsyncStream<any Error>.makeStream()
        let task = Task { await deliveries.deliverContinuously { continuation.yield($0) } }
        observer.fail(LibraryError.busy(path: "library"))
        for await error in errors {
            #expect(error as? LibraryError == .busy(path: "library"))
            break
        }
        task.cancel()
        await task.value
    }

    private func stars(
        _ count: Int, _ listener: Listener, _ remote: InMemoryRemoteStarRepository,
        _ observer: LibraryChangeObserverStub = LibraryChangeObserverStub(),
        _ clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> DeliveryDataSource {
        let library = InMemoryMusicRepository(now: { Date() })
        try await library.add(Source(name: "home", kind: "test", address: "", added: Date()))
        return DeliveryDataSource(
            deliverChanges: DeliverChangesUsecase(
                outboxes: [.stars(StarRepositoryStub(["home": (1...count).map(String.init)])) { _ in remote }],
                sources: library, listener: listener, clock: ContinuousClock()),
            changes: observer, clock: clock)
    }
}

extension InMemoryRemoteStarRepository {
    fileprivate static var unreachable: InMemoryRemoteStarRepository {
        let remote = InMemoryRemoteStarRepository(songs: [])
        remote.change { $0.failures = [SourceFailure(.connectionRefused, address: "")] }
        return remote
    }
}
