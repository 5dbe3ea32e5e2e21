import FermataDomain
import FermataPresentation
import Synchronization
import Testing
import fermata

@Suite("The browser follows its library")
struct LibraryChangeFollowerTests {
    private static let busy = LibraryError.busy(path: "a.fermata")

    @Test("what is read already is no change; what comes later is, each once")
    func later() async throws {
        let events = try await events(of: ScriptedWatch(.success(1), [.success([1, 2, 3])]))
        #expect(events == [.libraryChanged, .libraryChanged])
    }

    @Test("a change before it was first looked at is told")
    func early() async throws {
        let events = try await events(of: ScriptedWatch(.success(1), [.success([2])]))
        #expect(events == [.libraryChanged])
    }

    @Test(
        "a library that is back after a failure is read again, changed or not",
        arguments: [Result.success(1), .failure(busy)])
    func back(first: Result<Int, LibraryError>) async throws {
        let watch = ScriptedWatch(first, [.failure(Self.busy), .success([1])])
        let events = try await events(of: watch)
        guard events.count == 2, case .libraryFailed(let reason) = events[0] else {
            Issue.record("\(events)")
            return
        }
        #expect(reason.contains("a.fermata"))
        #expect(events[1] == .libraryChanged)
    }

    @Test("damage ends it")
    func damaged() async {
        let watch = ScriptedWatch(.success(1), [.failure(.damaged(path: "a.fermata"))])
        await #expect(throws: LibraryError.damaged(path: "a.fermata")) { try await events(of: watch) }
    }

    private func events(of watch: ScriptedWatch) async throws -> [TUIEvent] {
        let events = Mutex<[TUIEvent]>([])
        try await LibraryChangeFollower(watch, pause: .zero).run { event in events.withLock { $0.append(event) } }
        return events.withLock { $0 }
    }
}

/// A watch that answers what it was told, and ends with the last versions.
private final class ScriptedWatch: LibraryChangeObserver {
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
