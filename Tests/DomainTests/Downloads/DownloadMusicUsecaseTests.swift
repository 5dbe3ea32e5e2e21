import FermataContracts
import FermataDomain
import TestTraits
import Testing

@Suite("Downloading music", .deadline)
struct DownloadMusicUsecaseTests {
    private static let music = (1...7).map {
        Music(id: MusicID($0), title: "Song \($0)", audioURL: "a.mp3", explicit: $0 == 7 ? .explicit : .clean)
    }
    private static let ids = music.prefix(6).map(\.id)
    private static let refused = MusicID(7)
    private let downloads = DownloadRepositoryStub()

    @Test("requests, begins, reads, finishes and returns each download")
    func runsEachStepInOrder() async throws {
        let ended = try await run([MusicID(1)], jobs: 1)
        #expect(downloads.messages == [.request([MusicID(1)]), .begin(MusicID(1)), .finish(MusicID(1))])
        #expect(ended == [Download(music: Self.music[0], state: .downloaded, received: 10)])
    }

    @Test("begins downloads in the order requested, in whatever order they finish")
    func beginsInOrder() async throws {
        let ended = try await run([MusicID(3), MusicID(1), MusicID(2)], jobs: 1)
        let starts = downloads.messages.filter { if case .begin = $0 { true } else { false } }
        #expect(starts == [.begin(MusicID(3)), .begin(MusicID(1)), .begin(MusicID(2))])
        #expect(ended.map(\.id).sorted() == [MusicID(1), MusicID(2), MusicID(3)])
    }

    @Test("downloads a repeated id once")
    func downloadsDuplicateOnce() async throws {
        let ended = try await run([MusicID(2), MusicID(1), MusicID(2)], jobs: 1)
        #expect(ended.map(\.id).sorted() == [MusicID(1), MusicID(2)])
        #expect(downloads.messages.first == .request([MusicID(2), MusicID(1)]))
    }

    @Test("stores requests without reading anything")
    func storesRequestWithoutReading() async throws {
        let usecase = DownloadMusicUsecase(
            music: MusicRepositoryStub(Self.music), audio: AudioRepositoryStub(), downloads: downloads,
            listener: Listener(age: 12))
        try await usecase.request([MusicID(1), MusicID(2)])
        await #expect(throws: MusicError.notFound(Self.refused.description)) {
            try await usecase.request([MusicID(3), Self.refused])
        }
        await #expect(throws: MusicError.notFound(MusicID(8).description)) { try await usecase.request([MusicID(8)]) }
        #expect(downloads.messages == [.request([MusicID(1), MusicID(2)])])
    }

    @Test("does not request a file on this computer")
    func skipsLocalFile() async throws {
        let file = Music(id: MusicID(1), title: "File", audioURL: "file:///music/a.mp3")
        let usecase = DownloadMusicUsecase(
            music: MusicRepositoryStub([file, Self.music[1]]), audio: AudioRepositoryStub(), downloads: downloads,
            listener: .anyone)
        let ended = try await usecase.execute([file.id, MusicID(2)], jobs: 1).collected()
        #expect(ended.map(\.id) == [MusicID(2)])
        #expect(downloads.messages.first == .request([MusicID(2)]))
        let earlier = DownloadRepositoryStub(pending: [file.id, MusicID(2)])
        let resuming = DownloadMusicUsecase(
            music: MusicRepositoryStub([file, Self.music[1]]), audio: AudioRepositoryStub(), downloads: earlier,
            listener: .anyone)
        #expect(try await resuming.pending() == [MusicID(2)])
        #expect(try await resuming.resume(jobs: 1).collected().map(\.id) == [MusicID(2)])
        #expect(!file.canBeDownloaded && file.isLocal && !Self.music[1].isLocal)
    }

    @Test("refuses a song without audio before any request, unless its file is stored")
    func refusesSongWithoutAudio() async throws {
        let silence = Music(id: MusicID(1), title: "Silence")
        let stored = Music(id: MusicID(2), title: "Stored", isDownloaded: true)
        let usecase = DownloadMusicUsecase(
            music: MusicRepositoryStub([silence, stored]), audio: AudioRepositoryStub(), downloads: downloads,
            listener: .anyone)
        await #expect(throws: MusicError.noAudio(title: "Silence")) {
            try await usecase.request([stored.id, silence.id])
        }
        await #expect(throws: MusicError.noAudio(title: "Silence")) {
            try await usecase.execute([silence.id], jobs: 1).collected()
        }
        #expect(downloads.messages == [])
        try await usecase.request([stored.id])
        #expect(downloads.messages == [.request([stored.id])])
    }

    @Test("returns allowed pending music in the order requested")
    func returnsAllowedPendingMusic() async throws {
        let usecase = DownloadMusicUsecase(
            music: MusicRepositoryStub(Self.music), audio: AudioRepositoryStub(),
            downloads: DownloadRepositoryStub(pending: [MusicID(3), Self.refused, MusicID(8), MusicID(1)]),
            listener: Listener(age: 12))
        #expect(try await usecase.pending() == [MusicID(3), MusicID(1)])
    }

    @Test("returns a stored download without reading it again")
    func returnsStoredDownload() async throws {
        let stored = Download(music: Self.music[0], state: .downloaded, received: 3, file: "a.mp3")
        let downloads = DownloadRepositoryStub([stored])
        let ended = try await run([MusicID(1)], jobs: 1, downloads: downloads) { _ in
            Issue.record("The stored download was read again.")
        }
        #expect(ended == [stored])
        #expect(downloads.messages == [.request([MusicID(1)]), .begin(MusicID(1))])
    }

    @Test("downloads nothing if one song is hidden or unknown", arguments: [7, 8])
    func downloadsNothingIfOneIsHidden(id: UInt64) async throws {
        let error = MusicError.notFound(MusicID(id).description)
        await #expect(throws: error) { try await run(Self.ids + [MusicID(id)], jobs: 2) }
        #expect(downloads.messages == [])
    }

    @Test("runs as many downloads at a time as there are jobs", arguments: [1, 2, 3])
    func runsJobsConcurrently(jobs: Int) async throws {
        let rendezvous = Rendezvous(of: jobs)
        let ended = try await run(Self.ids, jobs: jobs) { _ in await rendezvous.arrive() }
        #expect(ended.count == 6)
        #expect(await rendezvous.maximumPresent == jobs)
    }

    @Test("reads the next file while the previous one is stored, and no file beyond it")
    func readsOneFileAhead() async throws {
        let rendezvous = Rendezvous(of: 2)
        let downloads = DownloadRepositoryStub(storing: { _ in await rendezvous.arrive() })
        #expect(try await run(Self.ids, jobs: 1, downloads: downloads).count == 6)
        #expect(await rendezvous.maximumPresent == 2)
    }

    @Test("runs one job for zero or a negative number", arguments: [0, -1])
    func runsOneJobAtLeast(jobs: Int) async throws {
        let rendezvous = Rendezvous(of: 1)
        let ended = try await run(Self.ids, jobs: jobs) { _ in await rendezvous.arrive() }
        #expect(ended.count == 6)
        #expect(await rendezvous.maximumPresent == 1)
    }

    @Test("returns a failure of the source and continues with the others")
    func returnsFailureAndContinues() async throws {
        let ended = try await run(Self.ids, jobs: 2) { music in
            if music.id == MusicID(2) { throw SourceFailure(.status(404), address: "radio") }
        }
        #expect(ended.count == 6)
        #expect(ended.filter { $0.state != .downloaded }.map(\.state) == [.failed(.status(404))])
        #expect(downloads.messages.contains(.fail(MusicID(2), .status(404))))
        #expect(try await downloads.pending() == [])
    }

    @Test("resumes pending music that is stored and allowed only")
    func resumesAllowedMusicOnly() async throws {
        let downloads = DownloadRepositoryStub(pending: [MusicID(3), Self.refused, MusicID(9), MusicID(1)])
        let ended = try await usecase(downloads) { _ in }.resume(jobs: 1).collected()
        #expect(Set(ended.map(\.id)) == [MusicID(3), MusicID(1)])
        let beginnings = downloads.messages.filter { [.begin(MusicID(3)), .begin(MusicID(1))].contains($0) }
        #expect(beginnings == [.begin(MusicID(3)), .begin(MusicID(1))])
        #expect(downloads.messages.count == 4)
    }

    private func run(
        _ ids: [MusicID], jobs: Int, downloads: DownloadRepositoryStub? = nil,
        reading: @escaping @Sendable (Music) async throws -> Void = { _ in }
    ) async throws -> [Download] {
        try await usecase(downloads ?? self.downloads, reading).execute(ids, jobs: jobs).collected()
    }

    private func usecase(
        _ downloads: DownloadRepositoryStub, _ reading: @escaping @Sendable (Music) async throws -> Void
    ) -> DownloadMusicUsecase {
        DownloadMusicUsecase(
            music: MusicRepositoryStub(Self.music), audio: AudioRepositoryStub(reading), downloads: downloads,
            listener: Listener(age: 12))
    }
}

/// Blocks callers until `size` are present, and records the most present at once.
private actor Rendezvous {
    private let size: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var present = 0
    private(set) var maximumPresent = 0

    init(of size: Int) {
        self.size = size
    }

    func arrive() async {
        present += 1
        maximumPresent = max(maximumPresent, present)
        for _ in 0..<100 { await Task.yield() }
        if waiting.count + 1 < size {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            for other in waiting { other.resume() }
            waiting = []
        }
        present -= 1
    }
}
