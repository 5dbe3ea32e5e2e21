import FermataContracts
import FermataDomain
import TestTraits
import Testing

@Suite("Interrupted downloads", .deadline)
struct InterruptedDownloadTests {
    private static let music = (1...3).map { Music(id: MusicID($0), title: "Song \($0)", audioURL: "a.mp3") }
    private static let ids = music.map(\.id)
    private let downloads = DownloadRepositoryStub()

    @Test("cancels all downloads if the disk is full and keeps them pending")
    func fullDiskCancelsAll() async throws {
        let full = DownloadError.noSpace(path: "music", needed: 2, free: 1)
        let (start, starting) = AsyncStream.makeStream(of: Void.self)
        let usecase = usecase(downloads) { music in
            guard music.id == MusicID(1) else {
                for await _ in start { break }
                throw full
            }
            starting.yield()
            try await Task.sleep(for: .seconds(3_600))
        }
        await #expect(throws: full) { try await usecase.execute(Self.ids, jobs: 2).collected() }
        let messages = downloads.messages
        #expect(messages.first == .request(Self.ids))
        #expect(messages.filter { $0 == .begin(MusicID(1)) || $0 == .begin(MusicID(2)) }.count == 2)
        #expect(messages.suffix(2) == [.release(MusicID(2)), .release(MusicID(1))])
        #expect(messages.count == 5)
        #expect(try await downloads.pending() == Self.ids)
    }

    @Test("throws an error of the folder before it reads anything")
    func folderErrorEndsBeforeReading() async throws {
        let error = DownloadError.cannotStore(path: "music", .readOnly)
        let downloads = DownloadRepositoryStub(beginError: error)
        let usecase = usecase(downloads) { _ in Issue.record("it was read") }
        await #expect(throws: error) { try await usecase.execute(Self.ids, jobs: 1).collected() }
        #expect(downloads.messages == [.request(Self.ids), .begin(MusicID(1))])
        #expect(try await downloads.pending() == Self.ids)
    }

    @Test("releases a cancelled download and does not mark it failed")
    func cancellationReleasesDownload() async throws {
        let (start, starting) = AsyncStream.makeStream(of: Void.self)
        let usecase = usecase(downloads) { _ in
            starting.yield()
            try? await Task.sleep(for: .seconds(3_600))
            throw SourceFailure(.connectionFailed, address: "radio")
        }
        let running = Task { try await usecase.execute(Self.ids, jobs: 1).collected() }
        for await _ in start { break }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(downloads.messages == [.request(Self.ids), .begin(MusicID(1)), .release(MusicID(1))])
        #expect(try await downloads.pending() == Self.ids)
    }

    @Test("releases running downloads when the sequence is abandoned")
    func releasesAbandonedDownloads() async throws {
        let usecase = usecase(downloads) { music in
            if music.id != MusicID(1) { try await Task.sleep(for: .seconds(3_600)) }
        }
        for try await download in usecase.execute(Self.ids, jobs: 1) {
            #expect(download.id == MusicID(1))
            try await waitUntil { downloads.messages.contains(.begin(MusicID(2))) }
            break
        }
        try await waitUntil { downloads.messages.contains(.release(MusicID(2))) }
        #expect(!downloads.messages.contains(.begin(MusicID(3))))
    }

    private func usecase(
        _ downloads: DownloadRepositoryStub, _ reading: @escaping @Sendable (Music) async throws -> Void
    ) -> DownloadMusicUsecase {
        DownloadMusicUsecase(
            music: MusicRepositoryStub(Self.music), audio: AudioRepositoryStub(reading), downloads: downloads,
            listener: .anyone)
    }
}
