import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Sending changes to the sources that they wait for")
struct DeliverChangesUsecaseTests {
    private let failure = SourceFailure(.connectionRefused, address: "")
    /// Receives the plays of the source `away`; no other source counts plays.
    private let scrobbled = FakeRemoteScrobbleRepository()

    @Test("a change is sent to every source; one that cannot be reached is no error")
    func sendsToEverySource() async throws {
        let (home, away) = (InMemoryRemoteStarRepository(songs: []), InMemoryRemoteStarRepository(songs: ["a"]))
        home.change { $0.failures = [failure] }
        let stars = StarRepositoryStub(["home": ["a"], "away": ["a"]])
        let deliver = try await deliver(["home": home, "away": away], stars: stars)
        #expect(try await deliver.execute() == [WaitingChanges(source: "home", count: 1)])
        #expect(away.starred == ["a"])
        #expect(home.received == [.star(["a"])])
    }

    @Test("contacts no source without waiting changes", .timeLimit(.minutes(3)))
    func contactsOnlySourcesWithChanges() async throws {
        let (home, away) = (InMemoryRemoteStarRepository(songs: ["a"]), InMemoryRemoteStarRepository(songs: []))
        let deliver = try await deliver(["home": home, "away": away], stars: StarRepositoryStub(["home": ["a"]]))
        #expect(try await deliver.execute(within: .seconds(3_600)) == [])
        #expect(home.received == [.star(["a"])])
        #expect(away.received == [])
    }

    @Test("does not wait longer than its limit for a source that does not answer", .timeLimit(.minutes(3)))
    func endsAtLimit() async throws {
        let home = InMemoryRemoteStarRepository(songs: ["a"]) { _ in try await Task.sleep(for: .seconds(3_600)) }
        let deliver = try await deliver(["home": home], stars: StarRepositoryStub(["home": ["a"]]))
        #expect(try await deliver.execute(within: .milliseconds(1)) == [WaitingChanges(source: "home", count: 1)])
    }

    @Test("stores the changes of a request that the limit cancels as failed ones", .timeLimit(.minutes(3)))
    func storesOutcomeAtLimit() async throws {
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let home = InMemoryRemoteStarRepository(songs: ["a"]) { _ in
            continuation.finish()
            try await Task.sleep(for: .seconds(3_600))
        }
        let stars = StarRepositoryStub(["home": ["a"]])
        let deliver = try await deliver(["home": home], stars: stars, clock: RequestClock(started: started))
        #expect(try await deliver.execute(within: .seconds(5)) == [WaitingChanges(source: "home", count: 1)])
        #expect(stars.deliveries.map { $0.failed.map(\.key) } == [["a"]])
    }

    @Test("waits up to its limit for a slow source", .timeLimit(.minutes(3)))
    func waitsForSlowSource() async throws {
        let home = InMemoryRemoteStarRepository(songs: ["a"]) { _ in
            for _ in 1...100 { await Task.yield() }
            try Task.checkCancellation()
        }
        let deliver = try await deliver(["home": home], stars: StarRepositoryStub(["home": ["a"]]))
        #expect(try await deliver.execute(within: .seconds(3_600)) == [])
    }

    @Test("sends plays and bookmarks, and counts both")
    func sendsPlays() async throws {
        let scrobbles = InMemoryScrobbleRepository([("home", "a"), ("away", "b"), ("away", "c")])
        let (home, away) = (InMemoryRemoteStarRepository(songs: []), InMemoryRemoteStarRepository(songs: ["b"]))
        home.change { $0.failures = [failure] }
        let stars = StarRepositoryStub(["home": ["a"], "away": ["b"]])
        let deliver = try await deliver(["home": home, "away": away], stars: stars, scrobbles: scrobbles)
        #expect(try await deliver.execute() == [WaitingChanges(source: "home", count: 2)])
        #expect(scrobbled.received.map(\.key) == ["b", "c"])
        #expect(away.starred == ["b"])
    }

    @Test("plays that fail do not hold up bookmarks")
    func sendsBookmarksBesideFailingPlays() async throws {
        let failing = FakeRemoteScrobbleRepository { _ in throw SourceFailure(.connectionRefused, address: "") }
        let (away, library) = (InMemoryRemoteStarRepository(songs: ["b"]), InMemoryMusicRepository(now: { Date() }))
        try await library.add(Source(name: "away", kind: "test", address: "away", added: Date()))
        let deliver = DeliverChangesUsecase(
            outboxes: [
                .scrobbles(InMemoryScrobbleRepository([("away", "a")])) { _ in failing },
                .stars(StarRepositoryStub(["away": ["b"]])) { _ in away },
            ], sources: library, listener: .anyone, clock: ContinuousClock())
        #expect(try await deliver.execute() == [WaitingChanges(source: "away", count: 1)])
        #expect(away.starred == ["b"])
    }

    @Test("counts the changes of the kinds that state a count", arguments: [true, false])
    func addsMissingCount(isFirst: Bool) async throws {
        let library = InMemoryMusicRepository(now: { Date() })
        try await library.add(Source(name: "home", kind: "test", address: "home", added: Date()))
        let stars = Outbox.stars(StarRepositoryStub(["home": ["a"]])) { _ in nil }
        let plays = Outbox.scrobbles(UncountedScrobbles()) { _ in nil }
        let deliver = DeliverChangesUsecase(
            outboxes: isFirst ? [plays, stars] : [stars, plays], sources: library, listener: .anyone,
            clock: ContinuousClock())
        #expect(try await deliver.execute() == [WaitingChanges(source: "home", count: 1)])
    }

    private func deliver(
        _ remotes: [String: InMemoryRemoteStarRepository], stars: StarRepositoryStub,
        scrobbles: InMemoryScrobbleRepository = InMemoryScrobbleRepository([]),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> DeliverChangesUsecase {
        let library = InMemoryMusicRepository(now: { Date() })
        for name in remotes.keys.sorted() {
            try await library.add(Source(name: name, kind: "test", address: name, added: Date()))
        }
        return DeliverChangesUsecase(
            outboxes: [
                .stars(stars) { remotes[$0.name] },
                .scrobbles(scrobbles) { [scrobbled] in $0.name == "away" ? scrobbled : nil },
            ], sources: library, listener: .anyone, clock: clock)
    }
}

/// A clock whose sleeps end when a request has started.
private struct RequestClock: Clock {
    let started: AsyncStream<Void>
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        for await _ in started {}
    }
}

/// Plays that wait without a count.
private struct UncountedScrobbles: ScrobbleRepository {
    func waiting() async throws -> [WaitingChanges] { [WaitingChanges(source: "home", count: nil)] }

    func claimNext(of source: String) async throws -> Scrobble? { nil }

    func remove(_ scrobble: Scrobble) async throws {}

    func release(_ scrobble: Scrobble) async throws {}
}
