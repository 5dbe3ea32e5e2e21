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

    @Test("removes nothing restricted and throws for unknown music")
    func removesNothingRestricted() async throws {
        await #expect(throws: MusicError.restricted) { try await usecase(Listener(age: 12)).execute(music.id) }
        let unknown = MusicID(7)
        await #expect(throws: MusicError.notFound(unknown.description)) {
            try await usecase(.anyone).execute(unknown)
        }
        #expect(downloads.messages == [])
    }

    private func usecase(_ listener: Listener, _ downloads: DownloadRepositoryStub? = nil) -> RemoveDownloadUsecase {
        RemoveDownloadUsecase(
            music: MusicRepositoryStub([music]), downloads: downloads ?? self.downloads, listener: listener)
    }
}
