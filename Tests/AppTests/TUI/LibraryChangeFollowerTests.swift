import FermataDomain
import FermataPresentation
import Synchronization
import Testing
import FermataApp

@Suite("Following changes of the library")
struct LibraryChangeFollowerTests {
    private static let busy = LibraryError.busy(path: "a.fermata")

    @Test("reports each later version once")
    func reportsLaterVersions() async throws {
        let events = try await events(of: ScriptedObserver(.success(1), [.success([1, 2, 3])]))
        #expect(events == [.libraryChanged, .libraryChanged])
    }

    @Test("reports a change before the first observation")
    func reportsEarlyChange() async throws {
        let events = try await events(of: ScriptedObserver(.success(1), [.success([2])]))
        #expect(events == [.libraryChanged])
    }

    @Test(
        "reports a change when the library returns after a failure",
        arguments: [Result.success(1), .failure(busy)])
    func reportsReturnOfLibrary(first: Result<Int, LibraryError>) async throws {
        let observer = ScriptedObserver(first, [.failure(Self.busy), .success([1])])
        let events = try await events(of: observer)
        guard events.count == 2, case .libraryFailed(let problem) = events[0] else {
            Issue.record("\(events)")
            return
        }
        #expect(problem.kind == .busy)
        #expect(events[1] == .libraryChanged)
    }

    @Test("throws on damage")
    func throwsOnDamage() async {
        let observer = ScriptedObserver(.success(1), [.failure(.damaged(path: "a.fermata"))])
        await #expect(throws: LibraryError.damaged(path: "a.fermata")) { try await events(of: observer) }
    }

    private func events(of observer: ScriptedObserver) async throws -> [TUIEvent] {
        let events = Mutex<[TUIEvent]>([])
        try await LibraryChangeFollower(observer, clock: ContinuousClock(), retryInterval: .zero).run { event in
            events.withLock { $0.append(event) }
        }
        return events.withLock { $0 }
    }
}

/// An observer that emits scripted versions, one script for each stream.
private final class ScriptedObserver: LibraryChangeObserver {
    private let first: Result<Int, LibraryError>
    private let streams: Mutex<[Result<[Int], LibraryError>]>

    init(_ first: Result<Int, LibraryError>, _ streams: [Result<[Int], LibraryError>]) {
        self.first = first
        self.streams = Mutex(streams)
    }

    func version() throws -> Int { try first.get() }

    func versions() -> AsyncThrowingStream<Int, any Error> {
        let next = streams.withLock { $0.removeFirst() }
        return AsyncThrowingStream { continuation in
            switch next {
            case .success(let versions):
                for version in versions { continuation.yield(version) }
                continuation.finish()
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
    }
}
