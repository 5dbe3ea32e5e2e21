import FermataDomain
import FermataPresentation
import Testing

@Suite("The audio of a row")
struct AudioAddressTests {
    private let id = MusicID(0x1A)

    @Test("has an address if the song has audio or was downloaded")
    func hasAddress() {
        let songs = [
            Music(id: id, title: "a", audioURL: "https://example.org/a.mp3"),
            Music(id: id, title: "a", audioURL: "file:///music/a.mp3"), Music(id: id, title: "a", isDownloaded: true),
        ]
        for song in songs {
            #expect(MusicCellModel(song).audioAddress?.description == "/api/music/000000000000001a/audio")
            let download = DownloadCellModel(Download(music: song, state: .downloaded))
            #expect(download.audioAddress == MusicCellModel(song).audioAddress)
        }
        #expect(MusicCellModel(Music(id: id, title: "a")).audioAddress == nil)
    }
}
