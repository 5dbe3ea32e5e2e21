import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestTraits
import Testing

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
        let failed = try #require(try await library.refresh().first)
        #expect(failed.issue == SyncIssue(.songs(.status(404)), at: Self.time))
        #expect(try await sources().sources().map(\.issue) == [failed.issue])
        remote.change { $0.isPartial = true }
        let partial = try #require(try await library.refresh().first)
        #expect(partial.isPartial && partial.issue == SyncIssue(.incomplete, at: Self.time))
        #expect(try await sources().sources().map(\.issue) == [partial.issue])
        remote.change { $0.isPartial = false }
        #expect(try await library.refresh().first?.issue == nil)
        #expect(try await sources().sources().map(\.issue) == [nil])
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

    private func library(_ remote: FakeRemoteMusicRepository) async throws -> OfflineFirstMusicRepository {
        let library = try SQLiteLibrary(path: folder.path("library.sqlite"))
        let sources = SQLiteSourceRepository(library: library)
        try await sources.add(Source(name: "radio", kind: "test", address: "test:radio", added: Self.time))
        return OfflineFirstMusicRepository(
            local: SQLiteMusicRepository(library: library, now: { Self.time }), sources: sources,
            clock: SleeplessClock(), now: { Self.time }, remote: { _ in remote })
    }

    /// The sources as a newly started program reads them.
    private func sources() throws -> SQLiteSourceRepository {
        SQLiteSourceRepository(library: try SQLiteLibrary(path: folder.path("library.sqlite")))
    }
}
