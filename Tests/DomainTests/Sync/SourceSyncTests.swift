import FermataContracts
import FermataDomain
import Synchronization
import TestTraits
import Testing

@Suite("The sync of one source", .timeLimit(.minutes(3)))
struct SourceSyncTests {
    private let library: SyncedLibrary

    init() async throws {
        library = try await SyncedLibrary()
    }

    @Test("reads a source from the address that it has when its turn comes")
    func readsCurrentAddress() async throws {
        let addresses = Mutex<[String]>([])
        let sources = AddressChangingSourceRepository(library.local, afterReads: 1)
        let sync = library.sync(sources: sources) { [remote = library.remote] source in
            addresses.withLock { $0.append(source.address) }
            return remote
        }
        #expect(try await sync.results().map(\.result) == [.refreshed])
        #expect(addresses.withLock { $0 } == ["test:moved"])
    }

    @Test("a source is not read from an address that it had before the sync began")
    func refusesFormerAddress() async throws {
        let sources = AddressChangingSourceRepository(library.local, afterReads: 2)
        let sync = library.sync(sources: sources) { [remote = library.remote] _ in remote }
        await #expect(throws: SourceError.changed("radio")) { try await sync.results() }
        #expect(try await library.local.count(MusicQuery()) == 0)
        #expect(try await sync.results().map(\.result) == [.refreshed])
    }

    @Test("retries temporary failures after growing pauses")
    func retriesTemporaryFailures() async throws {
        let reset = SourceFailure(.connectionFailed, address: "")
        library.remote.change { ($0.failures, $0.sentBeforeFailure) = ([reset, reset], 3) }
        let outcome = try #require(try await library.sync.results().first)
        #expect(outcome.result == .refreshed)
        #expect(outcome.summary?.added == 5 && outcome.summary?.unchanged == 0)
        #expect(try await library.local.count(MusicQuery()) == 5)
        #expect(library.clock.pauses == [.milliseconds(500), .seconds(1)])
    }

    @Test("stops after three attempts and keeps received music")
    func stopsAfterThreeAttempts() async throws {
        let reset = SourceFailure(.connectionFailed, address: "")
        library.remote.change { ($0.failures, $0.sentBeforeFailure) = ([reset, reset, reset, reset], 3) }
        #expect(try await library.sync.results().map(\.result) == [.failed(reset)])
        #expect(library.remote.fetchCount == 3)
        #expect(try await library.local.count(MusicQuery()) == 3)
    }

    @Test("does not retry permanent failures", arguments: [SourceFailureCause.status(404), .content(.empty)])
    func doesNotRetryPermanentFailures(cause: SourceFailureCause) async throws {
        let failure = SourceFailure(cause, address: "")
        library.remote.change { $0.failures = [failure] }
        #expect(try await library.sync.results().map(\.result) == [.failed(failure)])
        #expect(library.remote.fetchCount == 1)
    }

    @Test("waits as long as a busy source requests, up to a limit")
    func honoursRetryAfter() async throws {
        library.remote.change { $0.failures = [SourceFailure(.status(429, retryAfter: .seconds(7)), address: "")] }
        #expect(try await library.sync.results().map(\.result) == [.refreshed])
        #expect(library.clock.pauses == [.seconds(7)])
        let longer = SourceFailure(.status(429, retryAfter: .seconds(3600)), address: "")
        library.remote.change { $0.failures = [longer] }
        #expect(try await library.sync.results().map(\.result) == [.failed(longer)])
        #expect(library.clock.pauses == [.seconds(7)])
        library.remote.change { $0.failures = [SourceFailure(.status(429, retryAfter: .seconds(30)), address: "")] }
        #expect(try await library.sync.results().map(\.result) == [.refreshed])
        #expect(library.clock.pauses == [.seconds(7), .seconds(30)])
    }

    @Test("does not start a fetch again that retries its own requests")
    func leavesRetriesToFetch() async throws {
        let failure = SourceFailure(.connectionFailed, address: "")
        library.remote.change { ($0.failures, $0.sentBeforeFailure, $0.retriesRequests) = ([failure], 3, true) }
        #expect(try await library.sync.results().map(\.result) == [.failed(failure)])
        #expect(library.remote.fetchCount == 1 && library.clock.pauses.isEmpty)
    }

    @Test("stops at a source with more songs than the limit", arguments: [(5, true), (4, false), (2, false)])
    func stopsAtSongLimit(limit: Int, isComplete: Bool) async throws {
        let sync = library.sync(songLimit: limit) { [remote = library.remote] _ in remote }
        let failure = SourceFailure(.content(.tooManySongs(limit: limit)), address: "test:radio")
        #expect(try await sync.results().map(\.result) == [isComplete ? .refreshed : .failed(failure)])
        #expect(try await library.local.count(MusicQuery()) == (isComplete ? 5 : limit / 3 * 3))
        #expect(library.remote.fetchCount == 1)
    }

    @Test("fails with the cause of the first part if a server sends none of its parts")
    func reportsUnreadableParts() async throws {
        let cause = RecordError.part(.album(id: "7", name: "Low"), .status(500))
        let sync = library.sync { _ in
            UnreadableRemote(rejected: [RejectedRecord(position: 1, cause)])
        }
        #expect(
            try await sync.results().map(\.result)
                == [.failed(SourceFailure(.status(500), address: "test:radio"))])
    }

    @Test("keeps the music of a source without valid records")
    func keepsMusicOfBrokenSource() async throws {
        _ = try await library.sync.results()
        library.remote.change { $0.music = [] }
        let outcome = try #require(try await library.sync.results().first)
        #expect(
            outcome.result == .failed(SourceFailure(.content(.noRecords), address: "test:radio")))
        #expect(try await library.local.count(MusicQuery()) == 5)
    }

    @Test("reads nothing from an unchanged source")
    func skipsUnchangedSource() async throws {
        library.remote.change { $0.revision = "v1" }
        #expect(try await library.sync.results().map(\.result) == [.refreshed])
        #expect(try await library.sync.results().map(\.result) == [.unchanged])
    }

    @Test("a source of an unknown kind fails on its own")
    func unknownKindFailsAlone() async throws {
        let sync = library.sync { _ in
            throw SourceError.unknownKind("tape", known: ["test"])
        }
        let failure = SourceFailure(
            .invalidSource(.unknownKind("tape", known: ["test"])), address: "test:radio")
        #expect(try await sync.results().map(\.result) == [.failed(failure)])
    }

    @Test("reports how many records have been read")
    func reportsProgress() async throws {
        let events = try await library.sync.events().dropLast()
        #expect(Array(events) == [3, 5].map { .progress(SyncProgress(source: "radio", count: $0)) })
    }

    @Test(
        "ends after the write in progress",
        arguments: [
            CancellationError(), SourceFailure(.status(404), address: "test:radio"), SourceError.changed("radio"),
            LibraryError.busy(path: "library"),
        ] as [any Error])
    func endsAfterWrite(failure: any Error) async throws {
        let gated = GatedWriteLibrary(repository: library.local)
        let sync = library.sync(over: gated) { _ in FailingRemote(failure: failure) }
        let reader = Task {
            for try await event in sync.execute() {
                if case .progress = event, failure is CancellationError { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        _ = await reader.result
        await gated.session.record("sync ended")
        #expect(await gated.session.events == ["write started", "write ended", "sync ended"])
    }
}

/// Changes the first source's address after some reads of the sources.
private final class AddressChangingSourceRepository: SourceRepository {
    private let repository: any SourceRepository
    private let remainingReads: Mutex<Int>

    init(_ repository: any SourceRepository, afterReads count: Int) {
        self.repository = repository
        remainingReads = Mutex(count)
    }

    func sources() async throws -> [Source] {
        let known = try await repository.sources()
        let remaining = remainingReads.withLock { count in
            count -= 1
            return count
        }
        if remaining == 0 {
            var moved = known[0]
            moved.address = "test:moved"
            try await repository.update(moved.name, to: moved)
        }
        return known
    }

    func add(_ source: Source) async throws { try await repository.add(source) }
    func update(_ name: String, to source: Source) async throws { try await repository.update(name, to: source) }
    func setIssue(_ issue: SyncIssue?, of source: Source) async throws {
        try await repository.setIssue(issue, of: source)
    }
    func remove(named name: String, keepingBookmarked: Bool) async throws {
        try await repository.remove(named: name, keepingBookmarked: keepingBookmarked)
    }
}

/// A source of which no part can be read.
private struct UnreadableRemote: RemoteMusicRepository {
    let rejected: [RejectedRecord]

    func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch(retriesRequests: true) { send in
            try await send(RemoteBatch(records: [], rejected: rejected))
            return .partial
        }
    }
}

/// A source that fails after one batch.
private struct FailingRemote: RemoteMusicRepository {
    let failure: any Error

    func batches(since revision: String?) -> RemoteFetch<RemoteBatch> {
        RemoteFetch { send in
            try await send(RemoteBatch(records: RemoteRecord.records(of: SampleMusic.all)))
            throw failure
        }
    }
}
