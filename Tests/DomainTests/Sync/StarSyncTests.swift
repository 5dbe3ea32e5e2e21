import FermataContracts
import FermataDomain
import Testing

@Suite("Bookmarks and the stars of a source")
struct StarSyncTests {
    private let failure = SourceFailure(.connectionRefused, address: "")

    @Test("sends consecutive changes of one kind in one request, in order")
    func groupsChanges() async throws {
        let remote = InMemoryRemoteStarRepository(songs: ["a", "b"])
        let stars = StarRepositoryStub(["home": ["a", "b", "-c", "d"]])
        let summary = try await StarSync(stars: stars).run("home", remote)
        #expect(remote.received == [.star(["a", "b"]), .unstar(["-c"]), .star(["d"]), .read])
        #expect(stars.deliveries.map(\.missing) == [["-c", "d"]])
        #expect(stars.applied == [["a", "b"]])
        #expect(summary.added == 2)
    }

    @Test("sends a change that is made while the stars are read")
    func sendsLaterChange() async throws {
        let stars = StarRepositoryStub()
        let remote = InMemoryRemoteStarRepository(songs: ["a"]) { if $0 == .read { stars.add("a", to: "home") } }
        _ = try await StarSync(stars: stars).run("home", remote)
        #expect(remote.received == [.read, .star(["a"])])
        #expect(try await stars.waiting().isEmpty)
    }

    @Test("a request that fails ends the delivery; earlier requests count as delivered")
    func endsFailedDelivery() async throws {
        let remote = InMemoryRemoteStarRepository(songs: []) { message in
            if case .unstar = message { throw SourceFailure(.connectionRefused, address: "") }
        }
        let stars = StarRepositoryStub(["home": ["a", "b", "-c", "d"]])
        await #expect(throws: failure) { try await StarSync(stars: stars).run("home", remote) }
        #expect(stars.deliveries.map { $0.delivered.map(\.key) } == [["a", "b"]])
        #expect(stars.deliveries.map { $0.failed.map(\.key) } == [["-c", "d"]])
        #expect(!remote.received.contains(.read))
    }

    @Test("stores an accepted change as delivered, even in a cancelled task")
    func endsDeliveryInCancelledTask() async throws {
        let stars = StarRepositoryStub(["home": ["a"]])
        let remote = InMemoryRemoteStarRepository(songs: ["a"]) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        let sync = Task { try await StarSync(stars: stars).run("home", remote) }
        await #expect(throws: CancellationError.self) { try await sync.value }
        #expect(stars.deliveries.map { $0.delivered.map(\.key) } == [["a"]])
    }

    @Test("a cancelled request ends the delivery; its changes count as failed")
    func endsCancelledDelivery() async throws {
        let stars = StarRepositoryStub(["home": ["a", "-b"]])
        let remote = InMemoryRemoteStarRepository(songs: ["a"]) { message in
            guard case .unstar = message else { return }
            withUnsafeCurrentTask { $0?.cancel() }
            throw CancellationError()
        }
        let sync = Task { try await StarSync(stars: stars).run("home", remote) }
        await #expect(throws: CancellationError.self) { try await sync.value }
        #expect(stars.deliveries.map { $0.delivered.map(\.key) } == [["a"]])
        #expect(stars.deliveries.map { $0.failed.map(\.key) } == [["-b"]])
    }

    @Test("a request that fails is the reported error, even if the library is locked")
    func reportsFailedRequestOfLockedLibrary() async throws {
        let stars = StarRepositoryStub(["home": ["a"]], endError: LibraryError.busy(path: ""))
        let remote = InMemoryRemoteStarRepository(songs: ["a"])
        remote.change { $0.failures = [failure] }
        await #expect(throws: failure) { try await StarSync(stars: stars).run("home", remote) }
        await #expect(throws: LibraryError.busy(path: "")) {
            try await StarSync(stars: stars).run("home", remote)
        }
    }

    @Test("reports a damaged library instead of a failed request")
    func reportsDamagedLibrary() async throws {
        let stars = StarRepositoryStub(["home": ["a"]], endError: LibraryError.damaged(path: ""))
        let remote = InMemoryRemoteStarRepository(songs: ["a"])
        remote.change { $0.failures = [failure] }
        await #expect(throws: LibraryError.damaged(path: "")) {
            try await StarSync(stars: stars).run("home", remote)
        }
    }

    @Test("reads the stars again if another program has changed them meanwhile", arguments: [(2, 3, 1), (9, 3, 0)])
    func readsAgain(changes: Int, reads: Int, applied: Int) async throws {
        let (remote, stars) = (InMemoryRemoteStarRepository(songs: []), StarRepositoryStub(conflictCount: changes))
        _ = try await StarSync(stars: stars).run("home", remote)
        #expect(remote.received == Array(repeating: .read, count: reads))
        #expect(stars.applied.count == applied)
    }
}
