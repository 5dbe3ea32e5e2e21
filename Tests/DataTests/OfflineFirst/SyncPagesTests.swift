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
