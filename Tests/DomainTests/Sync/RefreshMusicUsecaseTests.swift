import FermataContracts
import FermataDomain
import TestTraits
import Testing

@Suite("Music while the sources are synced", .timeLimit(.minutes(3)))
struct RefreshMusicUsecaseTests {
    private let library: SyncedLibrary
    /// A page from before the sync.
    private let stored = MusicPage(music: [], freshness: .stored(since: nil))

    init() async throws {
        library = try await SyncedLibrary()
    }

    @Test("emits stored music, then synced changes, then fresh")
    func emitsStoredPageFirst() async throws {
        _ = try await library.local.refresh("radio", with: Array(SampleMusic.all.prefix(2)))
        let pages = try await settledPages()
        #expect(pages.first?.music.count == 2)
        #expect(pages.first?.freshness == .refreshing(since: library.time.now))
        #expect(pages.last?.music.count == 5)
        #expect(pages.last?.freshness == .fresh(at: library.time.now))
    }

    @Test("emits again only after a change")
    func emitsOnlyChanges() async throws {
        _ = try await library.local.refresh("radio", with: Array(SampleMusic.all.prefix(5)))
        let pages = try await settledPages()
        #expect(pages.map(\.freshness) == [.refreshing(since: library.time.now), .fresh(at: library.time.now)])
    }

    @Test("a failing source never hides stored music")
    func failingSourceHidesNothing() async throws {
        _ = try await library.local.refresh("radio", with: Array(SampleMusic.all.prefix(2)))
        let failure = SourceFailure(.status(404), address: "test:radio")
        library.remote.change { $0.failures = [failure] }
        let since = library.time.now
        library.time.advance(by: 60)
        let last = try #require(try await settledPages().last)
        #expect(last.music.count == 2)
        #expect(last.freshness == .offline(since: since, failures: [failure]))
    }

    @Test("names the sources that were read beside one that failed")
    func namesReadSources() async throws {
        try await library.local.add(Source(name: "shop", kind: "test", address: "test:shop", added: library.time.now))
        let failure = SourceFailure(.status(404), address: "test:radio")
        library.remote.change { $0.failures = [failure] }
        let last = try #require(try await settledPages().last)
        guard case .offline(_, let failures, let updated) = last.freshness else {
            Issue.record("no failure: \(last.freshness)")
            return
        }
        #expect(failures == [failure])
        #expect(updated == ["shop"])
    }

    @Test("does not sync without sources")
    func doesNotSyncWithoutSources() async throws {
        try await library.local.remove(named: "radio", keepingBookmarked: false)
        #expect(try await settledPages().last?.freshness == .noSources)
    }

    @Test(
        "a source removed before or during its turn hides no song of the others", arguments: ["radio", "shop"])
    func skipsRemovedSource(gated: String) async throws {
        try await library.local.add(Source(name: "shop", kind: "test", address: "test:shop", added: library.time.now))
        let shop = FakeRemoteMusicRepository(music: Array(SampleMusic.all.suffix(3)))
        let last = try #require(try await pages(removing: "shop", while: gated, others: ["shop": shop]).last)
        #expect(last.music.count == 5 && last.music.allSatisfy { $0.sources == ["radio"] })
        #expect(last.freshness == .fresh(at: library.time.now))
        #expect(shop.fetchCount == (gated == "shop" ? 1 : 0))
    }

    @Test("emits no sources after the only source is removed while it is read")
    func emitsNoSourcesAfterRemoval() async throws {
        let pages = try await pages(removing: "radio", while: "radio")
        #expect(pages.map(\.freshness) == [.refreshing(since: nil), .noSources])
        #expect(pages.allSatisfy { $0.music.isEmpty })
    }

    @Test("a source that is renamed while it is read is not reported as missing")
    func emitsStoredAfterRename() async throws {
        let pages = try await pages(while: "radio") {
            try await library.local.update(
                "radio", to: Source(name: "tuner", kind: "test", address: "test:radio", added: library.time.now))
        }
        #expect(pages.last?.freshness == .stored(since: nil))
    }

    @Test("emits changes after the sync")
    func emitsChangesAfterSync() async throws {
        var pages = library.pages().makeAsyncIterator()
        var page = try await pages.next()
        while let current = page, !current.freshness.isSettled { page = try await pages.next() }
        let first = try #require(page?.music.first)
        _ = try await library.local.setBookmark(true, of: first.id)
        #expect(try await pages.next()?.music.first?.isBookmarked == true)
    }

    @Test("an error of the library ends the pages")
    func libraryErrorEndsPages() async throws {
        let sync = library.sync { _ in throw LibraryError.busy(path: "library") }
        await #expect(throws: LibraryError.busy(path: "library")) {
            for try await _ in library.pages(during: sync) {}
        }
    }

    @Test("a page from before the end of the sync does not follow its result")
    func emitsNoLatePage() async throws {
        let (pages, continuation) = FirstPagesStub.Pages.makeStream()
        let stub = FirstPagesStub(library.local, first: pages)
        continuation.yield(stored)
        let late = Task { [stored] in
            await stub.secondBegins.pass()
            continuation.yield(stored)
        }
        var counts: [Int] = []
        for try await page in library.pages(over: stub) where page.freshness.isSettled {
            counts.append(page.music.count)
            if page.music.contains(where: \.isBookmarked) { break }
            await late.value
            guard let first = page.music.first else { continue }
            _ = try await library.local.setBookmark(true, of: first.id)
        }
        #expect(counts == [5, 5])
    }

    @Test("stored pages that end early do not hide the sync’s result", arguments: [0, 1])
    func continuesAfterEnd(count: Int) async throws {
        let (pages, continuation) = FirstPagesStub.Pages.makeStream()
        for _ in 0..<count { continuation.yield(stored) }
        continuation.finish()
        var last: MusicPage?
        for try await page in library.pages(over: FirstPagesStub(library.local, first: pages)) {
            last = page
            if page.freshness.isSettled { break }
        }
        #expect(last?.music.count == 5 && last?.freshness == .fresh(at: library.time.now))
    }

    @Test("a library that cannot be read ends the sync")
    func endsSyncOnFailure() async throws {
        let (pages, continuation) = FirstPagesStub.Pages.makeStream()
        let gate = Gate()
        let stub = FirstPagesStub(library.local, first: pages)
        let sync = library.sync { [remote = library.remote] _ in GatedRemote(gate: gate, remote: remote) }
        continuation.yield(stored)
        let failure = Task {
            await gate.waitForArrival()
            continuation.finish(throwing: LibraryError.busy(path: "library"))
        }
        await #expect(throws: LibraryError.busy(path: "library")) {
            for try await _ in library.pages(over: stub, during: sync) {}
        }
        await failure.value
        #expect(try await library.local.count(MusicQuery()) == 0)
    }

    @Test("a reader that leaves ends the sync")
    func endsSyncWithReader() async throws {
        let gate = Gate()
        let sync = library.sync { [remote = library.remote] _ in GatedRemote(gate: gate, remote: remote) }
        for try await _ in library.pages(during: sync) {
            await gate.waitForArrival()
            break
        }
        // The cancelled sync opens the gate.
        try await waitUntil { await gate.isOpen }
        #expect(try await library.local.count(MusicQuery()) == 0)
    }

    /// The pages of a sync that waits before it reads the records of `gated`, and continues after a source is removed.
    private func pages(
        removing name: String, while gated: String, others: [String: FakeRemoteMusicRepository] = [:]
    ) async throws -> [MusicPage] {
        try await pages(while: gated, others: others) {
            try await library.local.remove(named: name, keepingBookmarked: false)
        }
    }

    /// The pages up to the first that no longer refreshes, of a library that changes while a source is read.
    private func pages(
        while gated: String, others: [String: FakeRemoteMusicRepository] = [:], change: () async throws -> Void
    ) async throws -> [MusicPage] {
        let gate = Gate()
        let sync = library.sync { [remote = library.remote] source in
            let found = others[source.name] ?? remote
            if source.name == gated { return GatedRemote(gate: gate, remote: found) }
            return found
        }
        async let pages = settledPages(during: sync)
        await gate.waitForArrival()
        try await change()
        await gate.open()
        return try await pages
    }

    /// The pages up to the first that no longer refreshes.
    private func settledPages(during sync: SyncUsecase? = nil) async throws -> [MusicPage] {
        var pages: [MusicPage] = []
        for try await page in library.pages(during: sync) {
            pages.append(page)
            if page.freshness.isSettled { break }
        }
        return pages
    }
}

extension Freshness {
    fileprivate var isSettled: Bool { if case .refreshing = self { false } else { true } }
}
