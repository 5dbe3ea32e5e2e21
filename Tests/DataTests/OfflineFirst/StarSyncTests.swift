import FermataContracts
import FermataData
import FermataDomain
import TestTraits
import Testing

@Suite("Sync of a source's songs and stars")
struct StarSyncTests {
    private let songs = FakeRemoteMusicRepository(music: StarredLibrary.songs(of: "home"))
    private let stars = InMemoryRemoteStarRepository.withSongs(starred: ["a"])
    private let scrobbled = FakeRemoteScrobbleRepository()
    private let failure = SourceFailure(.status(403, retryAfter: nil), address: "test:home")

    @Test("stars of new songs become bookmarks at the first sync")
    func bookmarksNewSongs() async throws {
        let library = try await emptyLibrary()
        let result = try #require(try await synced(library).refresh().first)
        #expect((result.summary?.added, result.stars?.added, result.waiting) == (5, 1, 0))
        #expect(try await library.bookmarked == "a")
    }

    @Test("a source whose songs are unchanged is refreshed if its stars have changed")
    func syncsStarsOfUnchangedSongs() async throws {
        songs.change { $0.revision = "v1" }
        let library = try await emptyLibrary()
        let synced = synced(library)
        _ = try await synced.refresh()
        let unchanged = try #require(try await synced.refresh().first)
        #expect((unchanged.result, unchanged.stars?.added, unchanged.waiting) == (.unchanged, 0, 0))
        stars.change { $0.starred = ["b"] }
        let changed = try #require(try await synced.refresh().first)
        #expect((changed.result, changed.stars?.added, changed.stars?.removed) == (.refreshed, 1, 1))
        for (starred, added, removed) in [(["b", "c"], 1, 0), (["c"], 0, 1)] as [(Set<String>, Int?, Int?)] {
            stars.change { $0.starred = starred }
            let single = try #require(try await synced.refresh().first)
            #expect((single.result, single.stars?.added, single.stars?.removed) == (.refreshed, added, removed))
        }
    }

    @Test("reports unreadable stars beside the songs' result, with the waiting count")
    func reportsUnreadableStars() async throws {
        let library = try await emptyLibrary()
        let synced = synced(library)
        _ = try await synced.refresh()
        try await library.set(true, ["b", "c"])
        stars.change { $0.failures = [failure] }
        let result = try #require(try await synced.refresh().first)
        #expect((result.result, result.starsFailure, result.stars, result.waiting) == (.refreshed, failure, nil, 2))
        #expect(try await library.bookmarked == "abc")
    }

    @Test("a temporary failure is retried")
    func retriesTemporaryFailure() async throws {
        let library = try await emptyLibrary()
        stars.change { $0.failures = [SourceFailure(.connectionReset, address: "")] }
        let result = try #require(try await synced(library).refresh().first)
        #expect((result.starsFailure, result.stars?.added) == (nil, 1))
    }

    @Test("stops after three attempts with growing pauses")
    func stopsAfterThreeAttempts() async throws {
        let (library, clock) = (try await emptyLibrary(), SleeplessClock())
        let reset = SourceFailure(.connectionReset, address: "")
        stars.change { $0.failures = [reset, reset, reset, reset] }
        let synced = synced(library, remote: stars, scrobbled: scrobbled, clock: clock)
        let result = try #require(try await synced.refresh().first)
        #expect((result.starsFailure, result.stars) == (reset, nil))
        #expect(clock.pauses == [.milliseconds(500), .seconds(1)])
    }

    @Test("the stars of a source whose songs cannot be read stay as they are")
    func leavesStarsOfFailedSource() async throws {
        songs.change { $0.failures = [failure] }
        let result = try #require(try await synced(emptyLibrary()).refresh().first)
        #expect((result.result, result.stars, result.waiting) == (.failed(failure), nil, nil))
        #expect(stars.received == [])
    }

    @Test("sends the plays that wait, and counts those that could not be sent")
    func sendsPlays() async throws {
        let library = try await emptyLibrary()
        _ = try await synced(library).refresh()
        try await library.play("a")
        try await library.play("b", after: 1)
        let sent = try #require(try await synced(library).refresh().first)
        #expect((sent.starsFailure, sent.waiting) == (nil, 0))
        #expect(scrobbled.received.map(\.key) == ["a", "b"])
        try await library.play("c", after: 2)
        let unreachable = FakeRemoteScrobbleRepository { [failure] _ in throw failure }
        let failed = try #require(try await synced(library, remote: stars, scrobbled: unreachable).refresh().first)
        #expect((failed.starsFailure, failed.stars != nil, failed.waiting) == (nil, true, 1))
    }

    @Test("a source without stars has none in its result")
    func leavesOutSourceWithoutStars() async throws {
        let result = try #require(try await synced(emptyLibrary(), remote: nil, scrobbled: scrobbled).refresh().first)
        #expect((result.stars, result.starsFailure, result.waiting) == (nil, nil, nil))
    }

    private func emptyLibrary() async throws -> StarredLibrary {
        let library = try await StarredLibrary([])
        try await library.sources.add(
            Source(name: "home", kind: "test", address: "test:home", added: library.time.now))
        return library
    }

    private func synced(_ library: StarredLibrary) -> OfflineFirstMusicRepository {
        synced(library, remote: stars, scrobbled: scrobbled)
    }

    private func synced(
        _ library: StarredLibrary, remote: InMemoryRemoteStarRepository?, scrobbled: FakeRemoteScrobbleRepository,
        clock: SleeplessClock = SleeplessClock()
    ) -> OfflineFirstMusicRepository {
        let time = library.time
        return OfflineFirstMusicRepository(
            local: library.music, sources: library.sources,
            stars: StarSources(
                local: library.stars, remote: { _ in remote },
                plays: .scrobbles(library.scrobbles) { _ in scrobbled }), clock: clock,
            now: { time.now }, remote: { [songs] _ in songs })
    }
}
