import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Getting artwork")
struct GetArtworkUsecaseTests {
    private let clean = Music(id: MusicID(1), title: "Changes", explicit: .clean)
    private let explicit = Music(id: MusicID(2), title: "99 Problems", explicit: .explicit)

    @Test("returns the artwork of the requested music")
    func returnsArtworkOfMusic() async throws {
        #expect(try await usecase().execute(clean.id)?.bytes == Data("Changes".utf8))
        #expect(try await usecase().execute(explicit.id)?.bytes == Data("99 Problems".utf8))
    }

    @Test("throws for hidden music as for unknown music")
    func throwsForHiddenOrUnknownMusic() async throws {
        await #expect(throws: MusicError.notFound(explicit.id.description)) {
            try await usecase(age: 12).execute(explicit.id)
        }
        #expect(try await usecase(age: 12).execute(clean.id) != nil)
        let unknown = MusicID(3)
        await #expect(throws: MusicError.notFound(unknown.description)) { try await usecase().execute(unknown) }
    }

    private func usecase(age: Int? = nil) -> GetArtworkUsecase {
        GetArtworkUsecase(
            music: MusicRepositoryStub([clean, explicit]), artwork: TitleArtwork(), listener: Listener(age: age))
    }
}

/// Returns the title of the music as the bytes of its artwork.
private struct TitleArtwork: ArtworkRepository {
    func artwork(of music: Music) async throws -> ArtworkImage? {
        ArtworkImage(format: .png, bytes: Data(music.title.utf8))
    }
}
