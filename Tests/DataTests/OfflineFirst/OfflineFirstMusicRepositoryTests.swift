import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Synchronization
import TestTraits
import Testing

@Suite("Offline-first library", .timeLimit(.minutes(3)))
struct OfflineFirstMusicRepositoryTests {
    private let time = TestTime()
    private let local: InMemoryMusicRepository
    private let remote = FakeRemoteMusicRepository(music: Array(SampleMusic.all.prefix(5)))
    private let clock = SleeplessClock()
    private let library: OfflineFirstMusicRepository
    private let everything = MusicQuery()

    init() async throws {
        let (time, remote) = (time, remote)
        local = InMemoryMusicRepository(now: { time.now })
        try await local.add(Source(name: "radio", kind: "test", address: "test:radio", added: time.now))
        library = Self.library(local, clock, time) { _ in remote }
    }

    /// A library with these sources, by default those of the local one.
    private static func library(
        _ local: InMemoryMusicRepository, _ clock: SleeplessClock, _ time: TestTime,
        sources: (any SourceRepository)? = nil, songLimit: Int = .max,
        remote: @escaping @Sendable (Source) throws -> any RemoteMusicRepository
    ) -> OfflineFirstMusicRepository {
        OfflineFirstMusicRepository(
            local: local, sources: sources ?? local, songLimit: songLimit, clock: clock, now: { time.now },
            remote: remote)
    }

    @Test("emits stored music, then synced changes, then fresh")
    func emitsStoredPageFirst() async throws {
        _ = try await local.refresh("radio", with: Array(SampleMusic.all.prefix(2)))
        let pages = try await settledPages()
        #expect(pages.first?.music.count == 2)
        #expect(pages.first?.freshness == .refreshing(since: time.now))
        #expect(pages.last?.music.count == 5)
        #expect(pages.last?.freshness == .fresh(at: time.now))
    }

    @Test("emits again only after a change")
    func emitsOnlyChanges() async throws {
        _ = try await local.refresh("radio", with: Array(SampleMusic.all.prefix(5)))
        let pages = try await settledPages()
        #expect(pages.map(\.freshness) == [.refreshing(since: time.now), .fresh(at: time.now)])
    }

    @Test("a failing source never hides stored music")
    func failingSourceHidesNothing() async throws {
        _ = try await local.refresh("radio", with: Array(SampleMusic.all.prefix(2)))
        let failure = SourceFailure(.status(404), address: "test:radio")
        remote.change { $0.failures = [failure] }
        let since = time.now
        time.advance(by: 60)
        let last = try #require(try await settledPages().last)
        #expect(last.music.count == 2)
        #expect(last.freshness == .offline(since: since, failures: [failure]))
    }

    @Test("names the sources that were read beside one that failed")
    func namesReadSources() async throws {
        try await local.add(Source(name: "shop", kind: "test", address: "test:shop", added: time.now))
        let failure = SourceFailure(.status(404), address: "test:radio")
        remote.change { $0.failures = [failure] }
        let last = try #require(try await settledPages().last)
        guard case .offline(_, let failures, let updated) = last.freshness else {
            Issue.record("no failure: \(last.freshness)")
            return
        }
        #expect(failures == [failure])
        #expect(updated == ["shop"])
    }

    @Test("reads a source from its current address")
    func readsCurrentAddress() async throws {
        let known = try #require(try await local.sources().first)
        var moved = known
        moved.address = "test:moved"
        try await local.update("radio", to: moved)
        let addresses = Mutex<[String]>([])
        let library = Self.library(local, clock, time) { [remote] source in
            addresses.withLock { $0.append(source.address) }
            return remote
        }
        #expect(try await library.read(known) { _ in }.result == .refreshed)
        #expect(addresses.withLock { $0 } == ["test:moved"])
    }

    @Test("a source is not read from an address that it had before the sync began")
    func refusesFormerAddress() async throws {
        let known = try #require(try await local.sources().first)
        let sources = AddressChangingSourceRepository(local)
        let library = Self.library(local, clock, time, sources: sources) { [remote] _ in remote }
        await #expect(throws: SourceError.changed("radio")) { try await library.read(known) { _ in } }
        #expect(try await local.count(MusicQuery()) == 0)
        #expect(try await library.refresh().map(\.result) == [.refreshed])
    }

    @Test("does not sync without sources")
    func doesNotSyncWithoutSources() async throws {
        try await local.remove(named: "radio", keepingBookmarked: false)
        #expect(try await settledPages().last?.freshness == .noSources)
    }

    @Test("emits changes after the sync")
    func emitsChangesAfterSync() async throws {
        var pages = library.pages(of: everything).makeAsyncIterator()
        var page = try await pages.next()
        while let current = page, !current.freshness.isSettled { page = try await pages.next() }
        let first = try #require(page?.music.first)
        _ = try await library.setBookmark(true, of: first.id)
        #expect(try await pages.next()?.music.first?.isBookmarked == true)
    }

    @Test("combines concurrent syncs into one")
    func combinesConcurrentSyncs() async throws {
        let gate = Gate()
        let library = Self.library(local, clock, time) { [remote] _ in GatedRemote(gate: gate, remote: remote) }
        let executor = PausableExecutor()
        let refreshes = (1...5).map { _ in Task(executorPreference: executor) { try await library.refresh() } }
        executor.runUntilIdle()
        await gate.waitForArrival()
        executor.resume()
        await gate.open()
        for refresh in refreshes { #expect(try await refresh.value.map(\.result) == [.refreshed]) }
        #expect(remote.fetchCount == 1)
    }

    @Test("retries temporary failures after growing pauses")
    func retriesTemporaryFailures() async throws {
        let reset = SourceFailure(.connectionFailed, address: "")
        remote.change { ($0.failures, $0.sentBeforeFailure) = ([reset, reset], 3) }
        let outcome = try #require(try await library.refresh().first)
        #expect(outcome.result == .refreshed)
        #expect(outcome.summary?.added == 5 && outcome.summary?.unchanged == 0)
        #expect(try await local.count(everything) == 5)
        #expect(clock.pauses == [.milliseconds(500), .seconds(1)])
    }

    @Test("stops after three attempts and keeps received music")
    func stopsAfterThreeAttempts() async throws {
        let reset = SourceFailure(.connectionFailed, address: "")
        remote.change { ($0.failures, $0.sentBeforeFailure) = ([reset, reset, reset, reset], 3) }
        #expect(try await library.refresh().map(\.result) == [.failed(reset)])
        #expect(remote.fetchCount == 3)
        #expect(try await local.count(everything) == 3)
    }

    @Test("does not retry permanent failures", arguments: [SourceFailureCause.status(404), .content(.empty)])
    func doesNotRetryPermanentFailures(cause: SourceFailureCause) async throws {
        let failure = SourceFailure(cause, address: "")
        remote.change { $0.failures = [failure] }
        #expect(try await library.refresh().map(\.result) == [.failed(failure)])
        #expect(remote.fetchCount == 1)
    }

    @Test("waits as long as a busy source requests, up to a limit")
    func honoursRetryAfter() async throws {
        remote.change { $0.failures = [SourceFailure(.status(429, retryAfter: .seconds(7)), address: "")] }
        #expect(try await library.refresh().map(\.result) == [.refreshed])
        #expect(clock.pauses == [.seconds(7)])
        let longer = SourceFailure(.status(429, retryAfter: .seconds(3600)), address: "")
        remote.change { $0.failures = [longer] }
        #expect(try await library.refresh().map(\.result) == [.failed(longer)])
        #expect(clock.pauses == [.seconds(7)])
        remote.change { $0.failures = [SourceFailure(.status(429, retryAfter: .seconds(30)), address: "")] }
        #expect(try await library.refresh().map(\.result) == [.refreshed])
        #expect(clock.pauses == [.seconds(7), .seconds(30)])
    }

    @Test("does not start a fetch again that retries its own requests")
    func leavesRetriesToFetch() async throws {
        let failure = SourceFailure(.connectionFailed, address: "")
        remote.change { ($0.failures, $0.sentBeforeFailure, $0.retriesRequests) = ([failure], 3, true) }
        #expect(try await library.refresh().map(\.result) == [.failed(failure)])
        #expect(remote.fetchCount == 1 && clock.pauses.isEmpty)
    }

    @Test("stops at a source with more songs than the limit", arguments: [(5, true), (4, false), (2, false)])
    func stopsAtSongLimit(limit: Int, isComplete: Bool) async throws {
        let library = Self.library(local, clock, time, songLimit: limit) { [remote] _ in remote }
        let failure = SourceFailure(.content(.tooManySongs(limit: limit)), address: "test:radio")
        #expect(try await library.refresh().map(\.result) == [isComplete ? .refreshed : .failed(failure)])
        #expect(try await local.count(everything) == (isComplete ? 5 : limit / 3 * 3))
        #expect(remote.fetchCount == 1)
    }

    @Test("fails with the cause of the first part if a server sends none of its parts")
    func reportsUnreadableParts() async throws {
        let cause = RecordError.part(.album(id: "7", name: "Low"), .status(500))
        let library = Self.library(local, clock, time) { _ in
            UnreadableRemote(rejected: [RejectedRecord(position: 1, cause)])
        }
        #expect(
            try await library.refresh().map(\.result)
                == [.failed(SourceFailure(.status(500), address: "test:radio"))])
    }

    @Test("keeps the music of a source without valid records")
    func keepsMusicOfBrokenSource() async throws {
        _ = try await library.refresh()
        remote.change { $0.music = [] }
        let outcome = try #require(try await library.refresh().first)
        #expect(
            outcome.result == .failed(SourceFailure(.content(.noRecords), address: "test:radio")))
        #expect(try await local.count(everything) == 5)
    }

    @Test("reads nothing from an unchanged source")
    func skipsUnchangedSource() async throws {
        remote.change { $0.revision = "v1" }
        #expect(try await library.refresh().map(\.result) == [.refreshed])
        #expect(try await library.refresh().map(\.result) == [.unchanged])
    }

    @Test("a source of an unknown kind fails on its own")
    func unknownKindFailsAlone() async throws {
        let library = Self.library(local, clock, time) { _ in
            throw SourceError.unknownKind("tape", known: ["test"])
        }
        let failure = SourceFailure(
            .invalidSource(.unknownKind("tape", known: ["test"])), address: "test:radio")
        #expect(try await library.refresh().map(\.result) == [.failed(failure)])
    }

    @Test("an error of the library ends the pages")
    func libraryErrorEndsPages() async throws {
        let library = Self.library(local, clock, time) { _ in throw LibraryError.busy(path: "library") }
        await #expect(throws: LibraryError.busy(path: "library")) {
            for try await _ in library.pages(of: MusicQuery()) {}
        }
    }

    @Test("reports how many records have been read")
    func reportsProgress() async throws {
        let counts = Mutex<[Int?]>([])
        let radio = try #require(try await local.sources().first)
        _ = try await library.read(radio) { progress in counts.withLock { $0.append(progress.count) } }
        #expect(counts.withLock { $0 } == [3, 5])
    }

    /// The pages up to the first that no longer refreshes.
    private func settledPages() async throws -> [MusicPage] {
        var pages: [MusicPage] = []
        for try await page in library.pages(of: everything) {
            pages.append(page)
            if page.freshness.isSettled { break }
        }
        return pages
    }
}

/// Changes the first source's address during the first read.
private final class AddressChangingSourceRepository: SourceRepository {
    private let repository: any SourceRepository
    private let isMoved = Mutex(false)

    init(_ repository: any SourceRepository) {
        self.repository = repository
    }

    func sources() async throws -> [Source] {
        let known = try await repository.sources()
        let wasMoved = isMoved.withLock { isMoved in
            defer { isMoved = true }
            return isMoved
        }
        if wasMoved { return known }
        var moved = known[0]
        moved.address = "test:moved"
        try await repository.update(moved.name, to: moved)
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

extension Freshness {
    var isSettled: Bool { if case .refreshing = self { false } else { true } }
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
