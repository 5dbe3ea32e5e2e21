import FermataContracts
import FermataDomain
import Testing

@Suite("Removing a download")
struct RemoveDownloadUsecaseTests {
    private let music = Music(id: MusicID(1), title: "Fame", explicit: .explicit)
    private let downloads = DownloadRepositoryStub()

    @Test("what is kept of the music is removed")
    func removed() async throws {
        try await usecase(.anyone).execute(music.id)
        #expect(downloads.messages == [.remove(music.id)])
    }

    @Test("nothing is removed for a listener who may not have it, nor of what there is not")
    func refused() async throws {
        await #expect(throws: MusicError.restricted) { try await usecase(Listener(age: 12)).execute(music.id) }
        let unknown = MusicID(7)
        await #expect(throws: MusicError.notFound(unknown.description)) {
            try await usecase(.anyone).execute(unknown)
        }
        #expect(downloads.messages == [])
    }

    private func usecase(_ listener: Listener) -> RemoveDownloadUsecase {
        RemoveDownloadUsecase(music: MusicRepositoryStub([music]), downloads: downloads, listener: listener)
    }
}
