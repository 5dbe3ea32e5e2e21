import FermataContracts
import FermataDomain
import Synchronization
import Testing

@Suite("Checking downloads")
struct CheckDownloadsUsecaseTests {
    private static let findings = [
        DownloadIssue(.missing, file: "Bowie - Changes.mp3", music: MusicID(1)),
        DownloadIssue(.changed, file: "Bowie - Fame.mp3", music: MusicID(2)),
        DownloadIssue(.unknown, file: "Bowie - Heroes.mp3", music: MusicID(3)),
        DownloadIssue(.abandoned, file: "Gone.part", music: MusicID(4)),
    ]
    private let music = MusicRepositoryStub([
        Music(id: MusicID(1), title: "Changes", explicit: .clean),
        Music(id: MusicID(2), title: "Fame", explicit: .explicit),
        Music(id: MusicID(3), title: "Heroes", explicit: .unknown),
    ])

    @Test(
        "reports allowed issues, and those of unknown music to unrestricted listeners",
        arguments: [
            (Listener.anyone, [1, 2, 3, 4]), (Listener(age: 30, isStrict: true), [1, 2, 3, 4]),
            (Listener(age: 12), [1, 3]), (Listener(age: 12, isStrict: true), [1]),
        ] as [(Listener, [UInt64])])
    func reportsVisibleIssues(listener: Listener, visible: [UInt64]) async throws {
        let downloads = CheckedDownloads(Self.findings)
        let usecase = CheckDownloadsUsecase(repository: downloads, music: music, listener: listener)
        #expect(try await usecase.execute().map(\.music) == visible.map { MusicID($0) })
        #expect(downloads.checks == 1)
    }

    @Test("looks for each song once, and for one song only")
    func looksForEachSongOnce() async throws {
        let usecase = CheckDownloadsUsecase(
            repository: CheckedDownloads(Self.findings), music: music, listener: Listener(age: 12))
        _ = try await usecase.execute()
        #expect(
            music.messages == Self.findings.map { .find(MusicIDPrefix($0.music), .notExplicit, limit: 1) })
    }
}

/// Returns the findings of a test, and counts the checks.
private final class CheckedDownloads: DownloadRepository {
    private let stub = DownloadRepositoryStub()
    private let findings: [DownloadIssue]
    private let count = Mutex(0)

    init(_ findings: [DownloadIssue]) { self.findings = findings }

    var checks: Int { count.withLock { $0 } }

    func check() async throws -> [DownloadIssue] {
        count.withLock { $0 += 1 }
        return findings
    }

    func downloads(allowing filter: ExplicitFilter, window: Window) async throws -> [Download] {
        try await stub.downloads(allowing: filter, window: window)
    }

    func count(allowing filter: ExplicitFilter) async throws -> Int { try await stub.count(allowing: filter) }
    func states(of music: [MusicID]) async throws -> [MusicID: DownloadState] { try await stub.states(of: music) }
    func changes() -> AsyncStream<Download> { stub.changes() }
    func request(_ music: [MusicID]) async throws { try await stub.request(music) }
    func pending() async throws -> [MusicID] { try await stub.pending() }
    func begin(_ music: Music) async throws -> DownloadBeginning { try await stub.begin(music) }
    func remove(_ music: MusicID) async throws { try await stub.remove(music) }
    func remove(_ group: DownloadGroup, allowing filter: ExplicitFilter) async throws -> Int {
        try await stub.remove(group, allowing: filter)
    }
}
