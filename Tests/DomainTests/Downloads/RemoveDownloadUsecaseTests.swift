import FermataContracts
import FermataDomain
import Testing

@Suite("Removing a download")
struct RemoveDownloadUsecaseTests {
    private let music = Music(id: MusicID(1), title: "Fame", explicit: .explicit)
    private let downloads = DownloadRepositoryStub()

    @Test("removes the download of a song")
    func removesDownload() async throws {
        let downloads = DownloadRepositoryStub([Download(music: music, state: .downloaded)])
        #expect(try await usecase(.anyone, downloads).execute(music.id))
        #expect(downloads.messages == [.remove(music.id)])
        #expect(try await !usecase(.anyone, downloads).execute(music.id))
    }

    @Test("removes nothing hidden, and throws for it as for unknown music")
    func removesNothingHidden() async throws {
        await #expect(throws: MusicError.notFound(music.id.description)) {
            try await usecase(Listener(age: 12)).execute(music.id)
        }
        let unknown = MusicID(7)
        await #expect(throws: MusicError.notFound(unknown.description)) {
            try await usecase(.anyone).execute(unknown)
        }
        #expect(downloads.messages == [])
    }

    @Test("removes the downloads of several songs, each once, and counts them")
    func removesSeveralDownloads() async throws {
        let other = Music(id: MusicID(2), title: "Changes")
        let downloads = DownloadRepositoryStub([Download(music: music, state: .downloaded)])
        let usecase = RemoveDownloadUsecase(
            music: MusicRepositoryStub([music, other]), downloads: downloads, listener: .anyone)
        #expect(try await usecase.execute([music.id, other.id, music.id]) == 1)
        #expect(Set(downloads.messages.map { "\($0)" }).count == 2 && downloads.messages.count == 2)
        #expect(try await usecase.execute([]) == 0)
    }

    @Test("removes no download if one of the songs is hidden")
    func removesNoneOfSeveralIfOneIsHidden() async throws {
        let clean = Music(id: MusicID(2), title: "Changes", explicit: .clean)
        let downloads = DownloadRepositoryStub([Download(music: clean, state: .downloaded)])
        let usecase = RemoveDownloadUsecase(
            music: MusicRepositoryStub([clean, music]), downloads: downloads, listener: Listener(age: 12))
        await #expect(throws: MusicError.notFound(music.id.description)) {
            try await usecase.execute([clean.id, music.id])
        }
        #expect(downloads.messages == [])
    }

    private func usecase(_ listener: Listener, _ downloads: DownloadRepositoryStub? = nil) -> RemoveDownloadUsecase {
        RemoveDownloadUsecase(
            music: MusicRepositoryStub([music]), downloads: downloads ?? self.downloads, listener: listener)
    }
}
