import FermataDomain
import FermataPresentation
import Testing

@Suite("The rows besides an artist's tracks")
struct ArtistCellModelTests {
    private let list = PlaylistCellModel(
        Playlist(id: PlaylistID(1), name: "Glam\nrock", source: "radio", count: 1_200, missing: 2),
        artistSongCount: 3)
    private let related = RelatedArtistCellModel(
        RelatedArtist(artist: Artist(name: "Björk", trackCount: 1), sharedPlaylists: 2, closeness: 7))

    @Test("a related artist shows name, count and shared playlists")
    func showsRelatedArtist() {
        #expect([related.name, related.countText, related.sharedText] == ["Björk", "1 song", "2 shared playlists"])
    }

    @Test("each row reads as one sentence")
    func readsAsSentence() {
        let message = MessageCellModel(.offline, of: .table, "Offline.\nNo route.")
        #expect(
            [list.accessibilityLabel, related.accessibilityLabel, message.accessibilityLabel] == [
                "Glam rock, playlist of radio, 1,200 songs, 3 by this artist, 2 not in the library",
                "Björk, related artist, 1 song, 2 shared playlists", "Offline. No route.",
            ])
    }

    @Test("a row keeps its id while its content changes, and kinds of rows differ")
    func keepsID() {
        let one = Music(id: MusicID(1), title: "1")
        let track = ArtistCellModel.track(TrackCellModel(one))
        #expect(track.id == ArtistCellModel.track(TrackCellModel(one, download: .waiting)).id)
        #expect(track.id != ArtistCellModel.playlist(list).id)
        let messages = MessageCellModel.Part.allCases.flatMap { part in
            MessageCellModel.Kind.allCases.map { ArtistCellModel.message($0, of: part, "") }
        }
        #expect(Set(messages.map(\.id)).count == 20)
    }

    @Test("offline and errors are problems, other messages are not")
    func reportsProblems() {
        let problems = MessageCellModel.Kind.allCases.filter { MessageCellModel($0, of: .table, "").isProblem }
        #expect(problems == [.offline, .error])
    }
}
