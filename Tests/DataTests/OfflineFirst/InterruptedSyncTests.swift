import FermataContracts
import FermataData
import FermataDomain
import TestTraits
import Testing

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
