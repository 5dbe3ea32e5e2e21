import FermataContracts
import FermataDomain
import TestTraits
import Testing

@Suite("Downloading music", .deadline)
struct DownloadMusicUsecaseTests {
    private static let music = (1...7).map {
        Music(id: MusicID($0), title: "Song \($0)", explicit: $0 == 7 ? .explicit : .clean)
    }
    private static let ids = music.prefix(6).map(\.id)
    private static let refused = MusicID(7)
    private let downloads = DownloadRepositoryStub()

    @Test("each piece is wanted, begun, read, finished and told")
    func whole() async throws {
        let told = try await run(Array(Self.ids.prefix(2)), jobs: 1)
        #expect(
            downloads.messages == [
                .want([MusicID(1), MusicID(2)]), .begin(MusicID(1)), .finish(MusicID(1)), .begin(MusicID(2)),
                .finish(MusicID(2)),
            ])
        #expect(told == Self.music.prefix(2).map { Download(music: $0, state: .downloaded, received: 10) })
    }

    @Test("what is asked for twice is downloaded once")
    func duplicates() async throws {
        let told = try await run([MusicID(2), MusicID(1), MusicID(2)], jobs: 1)
        #expect(told.map(\.id) == [MusicID(2), MusicID(1)])
        #expect(downloads.messages.first == .want([MusicID(2), MusicID(1)]))
    }

    @Test("what is wanted is noted, and nothing is read")
    func want() async throws {
        let usecase = DownloadMusicUsecase(
            music: MusicRepositoryStub(Self.music), audio: AudioRepositoryStub(), downloads: downloads,
            listener: Listener(age: 12))
        try await usecase.want([MusicID(1), MusicID(2)])
        await #expect(throws: MusicError.restricted) { try await usecase.want([MusicID(3), Self.refused]) }
        await #expect(throws: MusicError.notFound(MusicID(8).description)) { try await usecase.want([MusicID(8)]) }
        #expect(downloads.messages == [.want([MusicID(1), MusicID(2)])])
    }

    @Test("what is wanted and the listener may have is told, in the order of asking")
    func wanted() async throws {
        let usecase = DownloadMusicUsecase(
            music: MusicRepositoryStub(Self.music), audio: AudioRepositoryStub(),
            downloads: DownloadRepositoryStub(wanted: [MusicID(3), Self.refused, MusicID(8), MusicID(1)]),
            listener: Listener(age: 12))
        #expect(try await usecase.wanted() == [MusicID(3), MusicID(1)])
    }

    @Test("what is there already is told, and not read again")
    func finished() async throws {
        let there = Download(music: Self.music[0], state: .downloaded, received: 3, file: "a.mp3")
        let downloads = DownloadRepositoryStub([there])
        let told = try await run([MusicID(1)], jobs: 1, downloads: downloads) { _ in
            Issue.record("it was read again")
        }
        #expect(told == [there])
        #expect(downloads.messages == [.want([MusicID(1)]), .begin(MusicID(1))])
    }

    @Test("nothing is downloaded where the rule leaves one piece out, or there is none", arguments: [7, 8])
    func refused(id: UInt64) async throws {
        let error = id == 7 ? MusicError.restricted : .notFound(MusicID(id).description)
        await #expect(throws: error) { try await run(Self.ids + [MusicID(id)], jobs: 2) }
        #expect(downloads.messages == [])
    }

    @Test("so many pieces are downloaded side by side as there are jobs, and not more", arguments: [1, 2, 3])
    func jobs(jobs: Int) async throws {
        let meeting = Meeting(of: jobs)
        let told = try await run(Self.ids, jobs: jobs) { _ in await meeting.attend() }
        #expect(told.count == 6)
        #expect(await meeting.most == jobs)
    }

    @Test("without a job there is one", arguments: [0, -1])
    func noJob(jobs: Int) async throws {
        #expect(try await run(Self.ids, jobs: jobs).count == 6)
    }

    @Test("what fails at its source is told as failed, and the rest goes on")
    func failure() async throws {
        let told = try await run(Self.ids, jobs: 2) { music in
            if music.id == MusicID(2) { throw SourceFailure(.status(404), address: "radio") }
        }
        #expect(told.count == 6)
        #expect(told.filter { $0.state != .downloaded }.map(\.state) == [.failed(.status(404))])
        #expect(downloads.messages.contains(.fail(MusicID(2), .status(404))))
        #expect(try await downloads.wanted() == [])
    }

    @Test("what goes on later leaves out what the listener may not have and what there is no more")
    func resume() async throws {
        let downloads = DownloadRepositoryStub(wanted: [MusicID(3), Self.refused, MusicID(9), MusicID(1)])
        let ended = try await usecase(downloads) { _ in }.resume(jobs: 1).collected()
        #expect(Set(ended.map(\.id)) == [MusicID(3), MusicID(1)])
        let begun = downloads.messages.filter { [.begin(MusicID(3)), .begin(MusicID(1))].contains($0) }
        #expect(begun == [.begin(MusicID(3)), .begin(MusicID(1))])
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

/// Lets nobody go before so many are there at once, and knows how many ever were.
private actor Meeting {
    private let size: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var present = 0
    private(set) var most = 0

    init(of size: Int) {
        self.size = size
    }

    func attend() async {
        present += 1
        most = max(most, present)
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
