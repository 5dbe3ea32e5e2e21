import FermataContracts
import FermataData
import FermataDomain
import TestTraits
import Testing

@Suite("Pages while the sources are synced", .timeLimit(.minutes(1)))
struct SyncPagesTests {
    private let time = TestTime()
    private let local: InMemoryMusicRepository
    private let remote = FakeRemoteMusicRepository(music: Array(SampleMusic.all.prefix(5)))
    /// A page from before the sync.
    private let stored: MusicPage

    init() async throws {
        let time = time
        local = InMemoryMusicRepository(now: { time.now })
        stored = MusicPage(music: [], freshness: .stored(since: nil))
        try await local.add(Source(name: "radio", kind: "test", address: "test:radio", added: time.now))
    }

    @Test("a page from before the end of the sync does not follow its result")
    func emitsNoLatePage() async throws {
        let (pages, continuation) = FirstPagesStub.Pages.makeStream()
        let stub = FirstPagesStub(local, first: pages)
        let library = library(stub, remote)
        continuation.yield(stored)
        let late = Task { [stored] in
            await stub.secondBegins.pass()
            continuation.yield(stored)
        }
        var counts: [Int] = []
        for try await page in library.pages(of: MusicQuery()) where page.freshness.isSettled {
            counts.append(page.music.count)
            if page.music.contains(where: \.isBookmarked) { break }
            await late.value
            guard let first = page.music.first else { continue }
            _ = try await library.setBookmark(true, of: first.id)
        }
        #expect(counts == [5, 5])
    }

    @Test("stored pages that end early do not hide the sync’s result", arguments: [0, 1])
    func continuesAfterEnd(count: Int) async throws {
        let (pages, continuation) = FirstPagesStub.Pages.makeStream()
        for _ in 0..<count { continuation.yield(stored) }
        continuation.finish()
        var last: MusicPage?
        for try await page in library(FirstPagesStub(local, first: pages), remote).pages(of: MusicQuery()) {
            last = page
            if page.freshness.isSettled { break }
        }
        #expect(last?.music.count == 5 && last?.freshness == .fresh(at: time.now))
    }

    @Test("a library that cannot be read ends the sync")
    func endsSyncOnFailure() async throws {
        let (pages, continuation) = FirstPagesStub.Pages.makeStream()
        let gate = Gate()
        let library = library(FirstPagesStub(local, first: pages), GatedRemote(gate: gate, remote: remote))
        continuation.yield(stored)
        let failure = Task {
            await gate.waitForArrival()
            continuation.finish(throwing: LibraryError.busy(path: "library"))
        }
        await #expect(throws: LibraryError.busy(path: "library")) {
            for try await _ in library.pages(of: MusicQuery()) {}
        }
        await failure.value
        #expect(try await local.count(MusicQuery()) == 0)
    }

    @Test("a reader that leaves ends the sync")
    func endsSyncWithReader() async throws {
        let gate = Gate()
        let library = library(local, GatedRemote(gate: gate, remote: remote))
        for try await _ in library.pages(of: MusicQuery()) {
            await gate.waitForArrival()
            break
        }
        // The cancelled sync opens the gate.
        try await waitUntil { await gate.isOpen }
        #expect(try await local.count(MusicQuery()) == 0)
    }

    private func library(
        _ local: any LocalMusicRepository, _ remote: any RemoteMusicRepository
    ) -> OfflineFirstMusicRepository {
        OfflineFirstMusicRepository(
            local: local, sources: self.local, clock: SleeplessClock(), now: { [time] in time.now },
            remote: { _ in remote })
    }
}

@Suite("A sync that ends early", .timeLimit(.minutes(1)))
struct InterruptedSyncTests {
    private let time = TestTime()
    private let remote = FakeRemoteMusicRepository(music: SampleMusic.all)

    @Test("a library on disk stores the records read before the failure")
    func storesRecordsBeforeFailure() async throws {
        let time = time
        let file = try SQLiteLibrary.inTemporaryFolder()
        let (music, sources) = (
            SQLiteMusicRepository(library: file, now: { time.now }), SQLiteSourceRepository(library: file)
        )
        let radio = Source(name: "radio", kind: "test", address: "test:radio", added: time.now)
        try await sources.add(radio)
        remote.change { $0.sentBeforeFailure = 7 }
        remote.change { $0.failures = [SourceFailure(.status(404), address: "test:radio")] }
        let result = try await library(music, sources, remote).read(radio) { _ in }
        #expect(result.summary?.added == 7)
        #expect(try await music.count(MusicQuery()) == 7)
        #expect(try await sources.sources().map(\.refreshed) == [nil])
    }

    @Test("ends when its last caller is cancelled, not before", arguments: [1, 2, 3])
    func endsWithLastCaller(callers: Int) async throws {
        let (local, gate, time) = (InMemoryMusicRepository(now: { [time] in time.now }), Gate(), time)
        try await local.add(Source(name: "radio", kind: "test", address: "test:radio", added: time.now))
        let library = library(local, local, GatedRemote(gate: gate, remote: remote))
        let executor = PausableExecutor()
        let refreshes = (0..<callers).map { _ in Task(executorPreference: executor) { try await library.refresh() } }
        executor.runUntilIdle()
        await gate.waitForArrival()
        executor.resume()
        for refresh in refreshes { refresh.cancel() }
        // The cancelled sync opens the gate.
        try await waitUntil { await gate.isOpen }
        for refresh in refreshes { await #expect(throws: CancellationError.self) { try await refresh.value } }
        #expect(try await local.count(MusicQuery()) == 0)
    }

    @Test("continues for the caller that remains after others are cancelled")
    func continuesForLastCaller() async throws {
        let (local, gate, time) = (InMemoryMusicRepository(now: { [time] in time.now }), Gate(), time)
        try await local.add(Source(name: "radio", kind: "test", address: "test:radio", added: time.now))
        remote.change { $0.batchSize = 1 }
        let library = library(local, local, GatedRemote(gate: gate, remote: remote))
        let executor = PausableExecutor()
        let refreshes = (0..<3).map { _ in Task(executorPreference: executor) { try await library.refresh() } }
        executor.runUntilIdle()
        await gate.waitForArrival()
        executor.resume()
        for refresh in refreshes.dropLast() { refresh.cancel() }
        // Enough for a cancellation to end the sync, if it wrongly did; on a busy machine it may not be noticed.
        for _ in 0..<100 { await Task.yield() }
        await gate.open()
        for refresh in refreshes { #expect(try await refresh.value.map(\.result) == [.refreshed]) }
        #expect(try await local.count(MusicQuery()) == SampleMusic.all.count)
    }

    @Test(
        "ends after the write in progress",
        arguments: [
            CancellationError(), SourceFailure(.status(404), address: "test:radio"), SourceError.changed("radio"),
            LibraryError.busy(path: "library"),
        ] as [any Error])
    func endsAfterWrite(failure: any Error) async throws {
        let (local, time) = (InMemoryMusicRepository(now: { [time] in time.now }), time)
        let radio = Source(name: "radio", kind: "test", address: "test:radio", added: time.now)
        try await local.add(radio)
        let gated = GatedWriteLibrary(repository: local)
        let library = library(gated, local, FailingRemote(failure: failure))
        let sync = Task {
            try await library.read(radio) { _ in
                if failure is CancellationError { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        _ = await sync.result
        await gated.session.record("sync ended")
        #expect(await gated.session.events == ["write started", "write ended", "sync ended"])
    }

    private func library(
        _ local: any LocalMusicRepository, _ sources: any SourceRepository, _ remote: any RemoteMusicRepository
    ) -> OfflineFirstMusicRepository {
        OfflineFirstMusicRepository(
            local: local, sources: sources, clock: SleeplessClock(), now: { [time] in time.now },
            remote: { _ in remote })
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
