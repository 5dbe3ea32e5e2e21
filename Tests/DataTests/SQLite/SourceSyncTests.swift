import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestTraits
import Testing

@Suite("Sync of a source's playlists")
struct PlaylistSyncTests {
    private let library: SyncUsecase
    private let sources: any SourceRepository
    private let playlists: SQLitePlaylistRepository
    private let remote = FakeRemotePlaylistRepository(SamplePlaylists.all)

    init() async throws {
        let (local, remote) = (try TestLibrary(), remote)
        let (time, playlists) = (local.time, SQLitePlaylistRepository(library: local.file, now: { Date() }))
        try await local.sources.add(Source(name: "radio", kind: "test", address: "test:radio", added: time.now))
        (self.playlists, sources) = (playlists, local.sources)
        library = SyncUsecase(
            local: local.music, sources: local.sources,
            playlists: PlaylistSources(local: playlists, remote: { _ in remote }), listener: .anyone,
            clock: SleeplessClock(), now: { time.now },
            remote: { _ in FakeRemoteMusicRepository(music: SampleMusic.all) })
    }

    @Test("keeps playlists if all records of a document are invalid")
    func keepsPlaylistsOfBrokenDocument() async throws {
        _ = try await library.results()
        let before = try await playlists.all()
        #expect(before.count == SamplePlaylists.all.count)
        remote.change { state in
            state.playlists = []
            state.rejected = (1...10).map { RejectedRecord(position: $0, .missing(field: "name")) }
        }
        for count in [10, 10, 1] {
            remote.change { $0.rejected = (1...count).map { RejectedRecord(position: $0, .missing(field: "name")) } }
            let outcome = try #require(try await library.results().first)
            let failure = ContentFailure.noValidRecords(
                first: RejectedRecord(position: 1, .missing(field: "name")))
            #expect(outcome.result == .refreshed)
            #expect(outcome.playlistsFailure == SourceFailure(.content(failure), address: "test:radio"))
            #expect(try await playlists.all() == before)
        }
    }

    @Test("names the document of the playlists if it has no valid record")
    func namesDocumentOfPlaylists() async throws {
        var source = try #require(try await sources.sources().first)
        source.playlists = "test:lists"
        try await sources.update("radio", to: source)
        remote.change { ($0.playlists, $0.rejected) = ([], [RejectedRecord(position: 1, .unreadable)]) }
        let outcome = try #require(try await library.results().first)
        #expect(outcome.playlistsFailure?.address == "test:lists")
    }

    @Test("an empty document removes the playlists")
    func emptyDocumentRemovesPlaylists() async throws {
        _ = try await library.results()
        remote.change { $0.playlists = [] }
        let outcome = try #require(try await library.results().first)
        #expect(outcome.result == .refreshed)
        #expect(outcome.playlists?.removed == SamplePlaylists.all.count)
        #expect(try await playlists.all().isEmpty)
    }
}

@Suite("Sync of a source's songs and stars")
struct StarSyncTests {
    private let songs = FakeRemoteMusicRepository(music: StarredLibrary.songs(of: "home"))
    private let stars = InMemoryRemoteStarRepository.withSongs(starred: ["a"])
    private let scrobbled = FakeRemoteScrobbleRepository()
    private let failure = SourceFailure(.status(403, retryAfter: nil), address: "test:home")

    @Test("stars of new songs become bookmarks at the first sync")
    func bookmarksNewSongs() async throws {
        let library = try await emptyLibrary()
        let result = try #require(try await synced(library).results().first)
        #expect((result.summary?.added, result.stars?.added, result.waiting) == (5, 1, 0))
        #expect(try await library.bookmarked == "a")
    }

    @Test("a source whose songs are unchanged is refreshed if its stars have changed")
    func syncsStarsOfUnchangedSongs() async throws {
        songs.change { $0.revision = "v1" }
        let library = try await emptyLibrary()
        let synced = synced(library)
        _ = try await synced.results()
        let unchanged = try #require(try await synced.results().first)
        #expect((unchanged.result, unchanged.stars?.added, unchanged.waiting) == (.unchanged, 0, 0))
        stars.change { $0.starred = ["b"] }
        let changed = try #require(try await synced.results().first)
        #expect((changed.result, changed.stars?.added, changed.stars?.removed) == (.refreshed, 1, 1))
        for (starred, added, removed) in [(["b", "c"], 1, 0), (["c"], 0, 1)] as [(Set<String>, Int?, Int?)] {
            stars.change { $0.starred = starred }
            let single = try #require(try await synced.results().first)
            #expect((single.result, single.stars?.added, single.stars?.removed) == (.refreshed, added, removed))
        }
    }

    @Test("reports unreadable stars beside the songs' result, with the waiting count")
    func reportsUnreadableStars() async throws {
        let library = try await emptyLibrary()
        let synced = synced(library)
        _ = try await synced.results()
        try await library.set(true, ["b", "c"])
        stars.change { $0.failures = [failure] }
        let result = try #require(try await synced.results().first)
        #expect((result.result, result.starsFailure, result.stars, result.waiting) == (.refreshed, failure, nil, 2))
        #expect(try await library.bookmarked == "abc")
    }

    @Test("a temporary failure is retried")
    func retriesTemporaryFailure() async throws {
        let library = try await emptyLibrary()
        stars.change { $0.failures = [SourceFailure(.connectionReset, address: "")] }
        let result = try #require(try await synced(library).results().first)
        #expect((result.starsFailure, result.stars?.added) == (nil, 1))
    }

    @Test("stops after three attempts with growing pauses")
    func stopsAfterThreeAttempts() async throws {
        let (library, clock) = (try await emptyLibrary(), SleeplessClock())
        let reset = SourceFailure(.connectionReset, address: "")
        stars.change { $0.failures = [reset, reset, reset, reset] }
        let synced = synced(library, remote: stars, scrobbled: scrobbled, clock: clock)
        let result = try #require(try await synced.results().first)
        #expect((result.starsFailure, result.stars) == (reset, nil))
        #expect(clock.pauses == [.milliseconds(500), .seconds(1)])
    }

    @Test("the stars of a source whose songs cannot be read stay as they are")
    func leavesStarsOfFailedSource() async throws {
        songs.change { $0.failures = [failure] }
        let result = try #require(try await synced(emptyLibrary()).results().first)
        #expect((result.result, result.stars, result.waiting) == (.failed(failure), nil, nil))
        #expect(stars.received == [])
    }

    @Test("sends the plays that wait, and counts those that could not be sent")
    func sendsPlays() async throws {
        let library = try await emptyLibrary()
        _ = try await synced(library).results()
        try await library.play("a")
        try await library.play("b", after: 1)
        let sent = try #require(try await synced(library).results().first)
        #expect((sent.starsFailure, sent.waiting) == (nil, 0))
        #expect(scrobbled.received.map(\.key) == ["a", "b"])
        try await library.play("c", after: 2)
        let unreachable = FakeRemoteScrobbleRepository { [failure] _ in throw failure }
        let failed = try #require(try await synced(library, remote: stars, scrobbled: unreachable).results().first)
        #expect((failed.starsFailure, failed.stars != nil, failed.waiting) == (nil, true, 1))
    }

    @Test("a source without stars has none in its result")
    func leavesOutSourceWithoutStars() async throws {
        let result = try #require(try await synced(emptyLibrary(), remote: nil, scrobbled: scrobbled).results().first)
        #expect((result.stars, result.starsFailure, result.waiting) == (nil, nil, nil))
    }

    private func emptyLibrary() async throws -> StarredLibrary {
        let library = try await StarredLibrary([])
        try await library.sources.add(
            Source(name: "home", kind: "test", address: "test:home", added: library.time.now))
        return library
    }

    private func synced(_ library: StarredLibrary) -> SyncUsecase {
        synced(library, remote: stars, scrobbled: scrobbled)
    }

    private func synced(
        _ library: StarredLibrary, remote: InMemoryRemoteStarRepository?, scrobbled: FakeRemoteScrobbleRepository,
        clock: SleeplessClock = SleeplessClock()
    ) -> SyncUsecase {
        let time = library.time
        return SyncUsecase(
            local: library.music, sources: library.sources,
            stars: StarSources(
                local: library.stars, remote: { _ in remote },
                outboxes: [.scrobbles(library.scrobbles) { _ in scrobbled }]),
            listener: .anyone, clock: clock,
            now: { time.now }, remote: { [songs] _ in songs })
    }
}

@Suite("The stored issue of a sync")
struct SyncIssueTests {
    private static let causes: [SourceFailureCause] = [
        .connectionRefused, .status(404), .tls(.untrustedCertificate), .signIn(.wrongPassword), .truncated,
        .redirect(.otherServer("")), .folder(.missing), .folder(.notAFolder), .folder(.empty),
        .folder(.changed), .folder(.unreadable(.permission)), .folder(.unreadable(.hardware)), .content(.webPage),
        .content(.noRecords), .content(.notJSON(byte: 60, at: 0)), .content(.incompleteJSON(after: 7)),
        .content(.invalidResponse), .content(.notAnImage), .content(.compressionRatio(limit: 100)),
        .content(.tooLarge(limit: 9, isUnpacked: true)), .content(.noArray(named: "playlists")),
        .invalidAddress(.notAURLOrPath), .invalidAddress(.notAnAbsolutePath), .invalidAddress(.invalidPort(0)),
        .invalidSource(.unknownKind("gopher", known: [])), .invalidSource(.invalidAddress(.noHost)),
        .invalidSource(.invalidPlaylistAddress(.unsupportedScheme("ftp"))),
        .invalidSource(.playlistsUnsupported(kind: "folder")), .server(code: 70, message: ""),
    ]
    private static let time = Date(timeIntervalSince1970: 1_700_000_000)
    private static let radio = Source(name: "radio", kind: "test", address: "test:radio", added: time)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("is the same in another program")
    func survivesRestart() async throws {
        try await sources().add(Self.radio)
        let issues = Self.causes.flatMap { [.songs($0), .playlists($0), .stars($0)] } + [SyncIssue.Cause.incomplete]
        for cause in issues {
            let issue = SyncIssue(cause, at: Self.time)
            try await sources().setIssue(issue, of: Self.radio)
            #expect(try await sources().sources().map(\.issue) == [issue])
        }
    }

    @Test("contains no words of a server or a record, which may contain a secret or a path")
    func hidesMessages() async throws {
        try await sources().add(Self.radio)
        let secret = "sesame"
        let invalid = RecordError.invalidValue(field: "title", text: secret, expected: .text)
        let causes: [SourceFailureCause] = [
            .server(code: 0, message: secret), .other(secret), .folder(.unreadable(.other(secret))),
            .content(.noValidRecords(first: RejectedRecord(position: 1, invalid))),
            .content(.noValidRecords(first: RejectedRecord(position: 1, .file(secret, .notAudio)))),
            .content(.wrongType(secret)), .content(.unsupportedCompression(secret)),
            .redirect(.unsupportedScheme(secret)), .redirect(.otherServer(secret)),
            .invalidSource(.credentials(path: secret, .permission)), .invalidSource(.invalidCertificates(path: secret)),
        ]
        for cause in causes {
            try await sources().setIssue(SyncIssue(.songs(cause), at: Self.time), of: Self.radio)
            let stored = try #require(try await sources().sources().first?.issue)
            #expect(!"\(stored)".contains(secret) && stored.time == Self.time)
        }
        let files = try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files { #expect(try Data(contentsOf: file).firstRange(of: Data(secret.utf8)) == nil) }
    }

    @Test("is stored by a failing or partial sync, and removed by a complete one")
    func followsSyncs() async throws {
        let remote = FakeRemoteMusicRepository(music: SampleMusic.all)
        let library = try await library(remote)
        let failure = SourceFailure(.status(404), address: "test:radio")
        remote.change { $0.failures = [failure] }
        let failed = try #require(try await library.results().first)
        #expect(failed.issue == SyncIssue(.songs(.status(404)), at: Self.time))
        #expect(try await sources().sources().map(\.issue) == [failed.issue])
        remote.change { $0.isPartial = true }
        let partial = try #require(try await library.results().first)
        #expect(partial.isPartial && partial.issue == SyncIssue(.incomplete, at: Self.time))
        #expect(try await sources().sources().map(\.issue) == [partial.issue])
        remote.change { $0.isPartial = false }
        #expect(try await library.results().first?.issue == nil)
        #expect(try await sources().sources().map(\.issue) == [nil])
    }

    @Test("a sync that fails stores the records read before")
    func storesRecordsBeforeFailure() async throws {
        let remote = FakeRemoteMusicRepository(music: SampleMusic.all)
        let library = try await library(remote)
        remote.change { $0.sentBeforeFailure = 7 }
        remote.change { $0.failures = [SourceFailure(.status(404), address: "test:radio")] }
        #expect(try await library.results().map(\.summary?.added) == [7])
        #expect(try await sources().sources().map(\.refreshed) == [nil])
        #expect(try await sources().sources().map(\.count) == [7])
    }

    @Test("an unchanged source without an issue costs no write")
    func writesOnlyChanges() async throws {
        try await sources().add(Self.radio)
        let library = try SQLiteLibrary(path: folder.path("library.sqlite"))
        let observer = SQLiteLibraryChangeObserver(
            library: try SQLiteLibrary(path: folder.path("library.sqlite")), clock: SleeplessClock())
        let version = try observer.version()
        try await SQLiteSourceRepository(library: library).setIssue(nil, of: Self.radio)
        #expect(try observer.version() == version)
        try await SQLiteSourceRepository(library: library).setIssue(SyncIssue(.incomplete, at: .now), of: Self.radio)
        #expect(try observer.version() != version)
    }

    private func library(_ remote: FakeRemoteMusicRepository) async throws -> SyncUsecase {
        let library = try SQLiteLibrary(path: folder.path("library.sqlite"))
        let sources = SQLiteSourceRepository(library: library)
        try await sources.add(Source(name: "radio", kind: "test", address: "test:radio", added: Self.time))
        return SyncUsecase(
            local: SQLiteMusicRepository(library: library, now: { Self.time }), sources: sources,
            listener: .anyone, clock: SleeplessClock(), now: { Self.time }, remote: { _ in remote })
    }

    /// The sources as a newly started program reads them.
    private func sources() throws -> SQLiteSourceRepository {
        SQLiteSourceRepository(library: try SQLiteLibrary(path: folder.path("library.sqlite")))
    }
}
