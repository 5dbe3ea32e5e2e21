import FermataContracts
import FermataDomain
import Testing

@Suite("Similar songs")
struct GetSimilarMusicUsecaseTests {
    private static let songs = [
        song(1, "Abba", popularity: 10), song(2, "Abba", popularity: 90), song(3, "Blur", popularity: 50),
        song(4, "Blur", popularity: 60), song(5, "Cher", popularity: 70), song(6, "Dido", popularity: 99),
        song(7, "Cher", popularity: 95, .explicit),
    ]

    @Test("are the most popular ones of the artist and of the closest related ones in turn")
    func takesTurns() async throws {
        #expect(try await similar("Abba", count: 10) == [2, 4, 7, 1, 3, 5])
        #expect(try await similar("Abba", count: 2) == [2, 4])
        #expect(try await similar("Abba", count: 0) == [])
    }

    @Test("leave out what the listener may not hear")
    func hidesExplicit() async throws {
        #expect(try await similar("Abba", count: 10, age: 12) == [2, 4, 5, 1, 3])
    }

    private func similar(_ artist: String, count: Int, age: Int? = nil) async throws -> [UInt64] {
        let related = ["Blur", "Cher"].map {
            RelatedArtist(artist: Artist(name: $0, trackCount: 1), sharedPlaylists: 1, closeness: 1)
        }
        let usecase = GetSimilarMusicUsecase(
            music: MusicRepositoryStub(Self.songs), artists: ArtistRepositoryStub(related: { _ in related }),
            listener: Listener(age: age))
        return try await usecase.execute(of: artist, count: count).map(\.id.value)
    }

    private static func song(
        _ id: UInt64, _ artist: String, popularity: Double, _ explicit: ExplicitStatus = .unknown
    ) -> Music {
        Music(id: MusicID(id), title: "Song \(id)", artist: artist, explicit: explicit, popularity: popularity)
    }
}
