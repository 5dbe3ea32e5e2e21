import FermataContracts
import FermataDomain
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
        let downloads = DownloadRepositoryStub(issues: Self.findings)
        let usecase = CheckDownloadsUsecase(repository: downloads, music: music, listener: listener)
        #expect(try await usecase.execute().map(\.music) == visible.map { MusicID($0) })
        #expect(downloads.messages == [.check])
    }

    @Test("looks for each song once, and for one song only")
    func looksForEachSongOnce() async throws {
        let usecase = CheckDownloadsUsecase(
            repository: DownloadRepositoryStub(issues: Self.findings), music: music, listener: Listener(age: 12))
        _ = try await usecase.execute()
        #expect(
            music.messages == Self.findings.map { .find(MusicIDPrefix($0.music), .notExplicit, limit: 1) })
    }
}
