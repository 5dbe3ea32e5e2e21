import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Songs of an artist, album by album")
struct ArtistAlbumsTests {
    @Test("orders own albums, latest first, then those of others, then other songs")
    func ordersByAlbum() async throws {
        let songs = [
            Self.song(1, "Alpha", track: 2, year: 1_970), Self.song(2, "Alpha", track: 1, year: 1_970),
            Self.song(3, "", track: nil, year: 1_999), Self.song(4, "Zulu", track: 1, year: 1_980),
            Self.song(5, "Hits", by: "Various", track: 7, year: 1_990),
            Self.song(6, "Compilation", by: "Various", track: 3, year: 1_995),
            Self.song(7, "Undated", track: 1, year: nil),
        ]
        let expected: [UInt64] = [4, 2, 1, 7, 6, 5, 3]
        #expect(ArtistAlbums.ordered(songs, by: "queen").map(\.id.value) == expected)
        let usecase = GetMusicUsecase(
            repository: MusicRepositoryStub(songs), sources: InMemoryMusicRepository(now: { .distantPast }),
            listener: .anyone)
        #expect(try await usecase.songs(by: "Queen").map(\.id.value) == expected)
    }

    private static func song(
        _ id: UInt64, _ album: String, by albumArtist: String = "", track: Int?, year: Int?
    ) -> Music {
        var song = Music(id: MusicID(id), title: "Song \(id)", artist: "Queen", album: album)
        (song.albumArtist, song.track) = (albumArtist, track)
        song.released = year.flatMap { ReleaseDate(year: $0) }
        return song
    }
}
