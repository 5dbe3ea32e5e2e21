import FermataContracts
import FermataDomain
import Foundation
import Synchronization
import TestTraits
import Testing

@Suite("Syncing sources")
struct SyncUsecaseTests {
    private let library = InMemoryMusicRepository(now: { Date(timeIntervalSince1970: 0) })

    init() async throws {
        for name in ["shop", "radio", "home"] {
            try await library.add(Source(name: name, kind: "test", address: "", added: Date(timeIntervalSince1970: 0)))
        }
    }

    @Test("reads all sources in the order they were added, with progress before each result")
    func readsInOrder() async throws {
        let events = try await events(ScriptedSources())
        #expect(events.map(\.source) == ["shop", "shop", "radio", "radio", "home", "home"])
        #expect(events.first == .progress(SyncProgress(source: "shop", count: 2)))
        #expect(events.map(\.isResult) == [false, true, false, true, false, true])
    }

    @Test("reads only the named sources, in the order they were added")
    func readsNamedSources() async throws {
        let sources = ScriptedSources()
        _ = try await events(sources, named: ["home", "shop"])
        #expect(sources.read == ["shop", "home"])
    }

    @Test("refuses an unknown name before any source is read")
    func refusesUnknownName() async throws {
        let sources = ScriptedSources()
        await #expect(throws: SourceError.notFound("attic", known: ["shop", "radio", "home"])) {
            try await events(sources, named: ["radio", "attic"])
        }
        #expect(sources.read.isEmpty)
    }

    @Test("a failing source has a result, and the next source is read")
    func continuesAfterFailure() async throws {
        let failure = SourceFailure(.connectionFailed, address: "")
        let results = try await events(
            ScriptedSources { source in
                if source.name == "shop" { throw failure }
                return .unchanged
            }
        ).compactMap(\.result)
        #expect(results == [.failed(failure), .unchanged, .unchanged])
    }

    @Test(
        "reports a source that is removed or changed meanwhile after reading the others",
        arguments: [SourceError.notFound("radio", known: ["shop", "home"]), .changed("radio")])
    func reportsMissedSource(error: SourceError) async throws {
        let sources = ScriptedSources { source in
            if source.name == "radio" { throw error }
            return .complete(revision: nil)
        }
        await #expect(throws: error) { try await events(sources) }
        #expect(sources.read == ["shop", "radio", "home"])
    }

    @Test("an error of the library ends the sync")
    func endsOnLibraryError() async throws {
        let sources = ScriptedSources { _ in throw LibraryError.busy(path: "library") }
        await #expect(throws: LibraryError.busy(path: "library")) { try await events(sources) }
        #expect(sources.read == ["shop"])
    }

    @Test("a restricted listener gets no counts", arguments: [false, true])
    func hidesCounts(isStrict: Bool) async throws {
        let events = try await events(ScriptedSources(), listener: Listener(age: 12, isStrict: isStrict))
        #expect(
            events.prefix(2) == [
                .progress(SyncProgress(source: "shop", count: nil)),
                .result(SyncResult(source: "shop", summary: nil, playlists: nil, result: .refreshed)),
            ])
    }

    @Test("hides from a restricted listener only the issue that reveals excluded songs", arguments: [false, true])
    func hidesIncompleteIssue(isPartial: Bool) async throws {
        let failure = SourceFailure(.truncated, address: "")
        let sources = ScriptedSources(starsFailure: isPartial ? nil : failure) { _ in
            isPartial ? .partial : .complete(revision: nil)
        }
        let issue = SyncIssue(isPartial ? .incomplete : .stars(.truncated), at: Date(timeIntervalSince1970: 0))
        let all = try await events(sources, named: ["shop"]).compactMap(\.value)
        #expect(all.map(\.issue) == [issue] && all.map(\.isPartial) == [isPartial])
        let restricted = try await events(sources, named: ["shop"], listener: Listener(age: 12)).compactMap(\.value)
        #expect(
            restricted == [
                SyncResult(
                    source: "shop", summary: nil, result: .refreshed, starsFailure: isPartial ? nil : failure,
                    issue: isPartial ? nil : issue)
            ])
    }

    @Test("cancelling the iteration cancels the sync and waits for its end")
    func cancellationStopsSync() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let sources = ScriptedSources { _ in
            start.yield()
            defer { end.yield() }
            try await Task.sleep(for: .seconds(60))
            return .complete(revision: nil)
        }
        let task = Task { try await events(sources) }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        for await _ in ended { break }
        #expect(sources.read == ["shop"])
    }

    @discardableResult
    private func events(
        _ sources: ScriptedSources, named names: [String] = [], listener: Listener = .anyone
    ) async throws -> [SyncEvent] {
        let plays = Outbox.scrobbles(InMemoryScrobbleRepository([])) { _ in nil }
        let sync = SyncUsecase(
            local: library, sources: library,
            stars: StarSources(local: StarRepositoryStub(), remote: sources.stars, outboxes: [plays]),
            retries: RetryPolicy(attempts: 1), listener: listener, clock: SleeplessClock(),
            now: { Date(timeIntervalSince1970: 0) }, remote: sources.remote)
        return try await sync.events(named: names)
    }
}

/// Sources that send two songs each, and end as a script says.
private final class ScriptedSources: Sendable {
    typealias Script = @Sendable (Source) async throws -> RemoteFetchResult
    private let starsFailure: SourceFailure?
    private let script: Script
    private let names = Mutex<[String]>([])

    /// The names of the sources that were read, in order.
    var read: [String] { names.withLock { $0 } }

    /// The sources store stars, which cannot be read, if there is a `starsFailure`.
    init(starsFailure: SourceFailure? = nil, _ script: @escaping Script = { _ in .complete(revision: nil) }) {
        (self.starsFailure, self.script) = (starsFailure, script)
    }

    var remote: @Sendable (Source) -> any RemoteMusicRepository {
        { [self] source in
            names.withLock { $0.append(source.name) }
            return ScriptedRemote { [script] in try await script(source) }
        }
    }

    var stars: @Sendable (Source) -> (any RemoteStarRepository)? {
        { [starsFailure] _ in
            starsFailure.map { failure in InMemoryRemoteStarRepository(songs: []) { _ in throw failure } }
        }
    }
}

private struct ScriptedRemote: RemoteMusicRepository {
    let script: @Sendable () async throws -> RemoteFetchResult

    func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch { send in
            try await send(RemoteBatch(records: RemoteRecord.records(of: Array(SampleMusic.all.prefix(2)))))
            return try await script()
        }
    }
}

extension SyncEvent {
    fileprivate var isResult: Bool { result != nil }

    fileprivate var value: SyncResult? { if case .result(let result) = self { result } else { nil } }

    fileprivate var result: SyncResult.Outcome? { value?.result }

    fileprivate var source: String {
        switch self {
        case .progress(let progress): progress.source
        case .result(let result): result.source
        }
    }
}
