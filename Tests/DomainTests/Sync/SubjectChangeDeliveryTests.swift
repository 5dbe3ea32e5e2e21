import FermataContracts
import FermataDomain
import Synchronization
import Testing

@Suite("Sending bookmarks and ratings of albums and artists")
struct SubjectChangeDeliveryTests {
    private let changes = WaitingSubjectChanges(["a", "b", "c"])

    @Test("sends changes in their order, and removes them")
    func sendsInOrder() async throws {
        let remote = SubjectReceiver { _ in }
        try await changes.send(to: "home", through: remote)
        #expect(remote.received == ["a", "b", "c"])
        #expect(changes.keys.isEmpty)
    }

    @Test(
        "a change that the source refuses stays, and does not block later ones",
        arguments: [SourceFailureCause.server(code: 0, message: ""), .status(500), .content(.webPage)])
    func passesRefusedChange(cause: SourceFailureCause) async throws {
        let failure = SourceFailure(cause, address: "")
        let remote = SubjectReceiver { if $0 == "a" || $0 == "b" { throw failure } }
        await #expect(throws: failure) { try await changes.send(to: "home", through: remote) }
        #expect(remote.received == ["a", "b", "c"])
        #expect(changes.keys == ["a", "b"])
    }

    @Test(
        "stops at a failure that later changes would meet as well",
        arguments: [SourceFailureCause.connectionRefused, .signIn(.notAllowed), .status(503), .status(429)])
    func stopsAtConnectionFailure(cause: SourceFailureCause) async throws {
        let failure = SourceFailure(cause, address: "")
        let remote = SubjectReceiver { if $0 == "b" { throw failure } }
        await #expect(throws: failure) { try await changes.send(to: "home", through: remote) }
        #expect(remote.received == ["a", "b"])
        #expect(changes.keys == ["b", "c"])
    }

    @Test("a change that the source has received is removed, even in a cancelled task")
    func removesReceivedChange() async throws {
        let remote = SubjectReceiver { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw CancellationError()
        }
        await #expect(throws: CancellationError.self) {
            try await Task { try await changes.send(to: "home", through: remote) }.value
        }
        #expect(changes.keys == ["a", "b", "c"])
        let receiving = SubjectReceiver { _ in withUnsafeCurrentTask { $0?.cancel() } }
        _ = try? await Task { try await changes.send(to: "home", through: receiving) }.value
        #expect(changes.keys.first != "a")
    }
}

/// Changes of artists for one source; the names are the keys.
private final class WaitingSubjectChanges: SubjectChangeRepository {
    private let stored: Mutex<[SubjectChange]>

    init(_ keys: [String]) {
        stored = Mutex(
            keys.enumerated().map { SubjectChange(.bookmark(true), of: .artist($1), key: $1, number: $0 + 1) })
    }

    var keys: [String] { stored.withLock { $0.map(\.key) } }

    func waiting() async throws -> [WaitingChanges] { [WaitingChanges(source: "home", count: keys.count)] }

    func changes(of source: String, after number: Int, limit: Int) async throws -> [SubjectChange] {
        try Task.checkCancellation()
        return stored.withLock { Array($0.filter { $0.number > number }.prefix(limit)) }
    }

    func remove(_ change: SubjectChange) async throws {
        try Task.checkCancellation()
        stored.withLock { $0.removeAll { $0.number == change.number } }
    }
}

/// Receives changes; the body may throw for a key.
private final class SubjectReceiver: RemoteSubjectRepository {
    private let keys = Mutex<[String]>([])
    private let body: @Sendable (String) throws -> Void

    init(_ body: @escaping @Sendable (String) throws -> Void) { self.body = body }

    var received: [String] { keys.withLock { $0 } }

    func send(_ change: SubjectChange) async throws {
        keys.withLock { $0.append(change.key) }
        try body(change.key)
    }
}
