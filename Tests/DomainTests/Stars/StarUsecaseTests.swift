import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Sending changed bookmarks to sources that store stars")
struct StarUsecaseTests {
    private let failure = SourceFailure(.connectionRefused, address: "")

    @Test("sends consecutive changes of one kind in one request, in order")
    func groupsChanges() async throws {
        let remote = InMemoryRemoteStarRepository(songs: ["a", "b"])
        let stars = StarRepositoryStub(["home": ["a", "b", "-c", "d"]])
        let summary = try await SyncStarsUsecase(stars: stars).execute("home", remote)
        #expect(remote.received == [.star(["a", "b"]), .unstar(["-c"]), .star(["d"]), .read])
        #expect(stars.deliveries.map(\.missing) == [["-c", "d"]])
        #expect(stars.applied == [["a", "b"]])
        #expect(summary.added == 2)
    }

    @Test("a request that fails ends the delivery; earlier requests count as delivered")
    func endsFailedDelivery() async throws {
        let remote = InMemoryRemoteStarRepository(songs: []) { message in
            if case .unstar = message { throw SourceFailure(.connectionRefused, address: "") }
        }
        let stars = StarRepositoryStub(["home": ["a", "b", "-c", "d"]])
        await #expect(throws: failure) { try await SyncStarsUsecase(stars: stars).execute("home", remote) }
        #expect(stars.deliveries.map { $0.delivered.map(\.key) } == [["a", "b"]])
        #expect(stars.deliveries.map { $0.failed.map(\.key) } == [["-c", "d"]])
        #expect(!remote.received.contains(.read))
    }

    @Test("reads the stars again if another program has changed them meanwhile", arguments: [(2, 3, 1), (9, 3, 0)])
    func readsAgain(changes: Int, reads: Int, applied: Int) async throws {
        let (remote, stars) = (InMemoryRemoteStarRepository(songs: []), StarRepositoryStub(changedReads: changes))
        _ = try await SyncStarsUsecase(stars: stars).execute("home", remote)
        #expect(remote.received == Array(repeating: .read, count: reads))
        #expect(stars.applied.count == applied)
    }

    @Test("a change is sent to every source; one that cannot be reached is no error")
    func sendsToEverySource() async throws {
        let (home, away) = (InMemoryRemoteStarRepository(songs: []), InMemoryRemoteStarRepository(songs: ["a"]))
        home.change { $0.failures = [failure] }
        let deliver = try await deliver(["home": home, "away": away], waiting: ["home": ["a"], "away": ["a"]])
        #expect(try await deliver.execute() == [WaitingStars(source: "home", count: 1)])
        #expect(away.starred == ["a"])
        #expect(home.received == [.star(["a"])])
    }

    @Test("contacts no source without waiting changes")
    func contactsOnlySourcesWithChanges() async throws {
        let (home, away) = (InMemoryRemoteStarRepository(songs: ["a"]), InMemoryRemoteStarRepository(songs: []))
        let deliver = try await deliver(["home": home, "away": away], waiting: ["home": ["a"]])
        #expect(try await deliver.execute() == [])
        #expect(home.received == [.star(["a"])])
        #expect(away.received == [])
    }

    @Test("does not wait longer than its limit for a source that does not answer", .timeLimit(.minutes(1)))
    func endsAtLimit() async throws {
        let home = InMemoryRemoteStarRepository(songs: ["a"]) { _ in try await Task.sleep(for: .seconds(3_600)) }
        let deliver = try await deliver(["home": home], waiting: ["home": ["a"]])
        #expect(try await deliver.execute(within: .milliseconds(1)) == [WaitingStars(source: "home", count: 1)])
    }

    private func deliver(
        _ remotes: [String: InMemoryRemoteStarRepository], waiting: [String: [String]]
    ) async throws -> DeliverStarsUsecase {
        let library = InMemoryMusicRepository(now: { Date() })
        for name in remotes.keys.sorted() {
            try await library.add(Source(name: name, kind: "test", address: name, added: Date()))
        }
        return DeliverStarsUsecase(
            stars: StarRepositoryStub(waiting), sources: library, listener: .anyone, clock: ContinuousClock(),
            remote: { remotes[$0.name] })
    }
}
