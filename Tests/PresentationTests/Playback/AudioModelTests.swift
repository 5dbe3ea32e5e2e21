import FermataDomain
import FermataPresentation
import Testing

@Suite("The audio of a row")
struct AudioModelTests {
    private let id = MusicID(0x1A)

    @Test("has an address if the song has audio or was downloaded")
    func hasAddress() {
        let songs = [
            Music(id: id, title: "a", audioURL: "https://example.org/a.mp3"),
            Music(id: id, title: "a", audioURL: "file:///music/a.mp3"), Music(id: id, title: "a", isDownloaded: true),
        ]
        for song in songs {
            #expect(MusicCellModel(song).audio?.address.description == "/api/music/000000000000001a/audio")
            let download = DownloadCellModel(Download(music: song, state: .downloaded), for: .user)
            #expect(download.audio == MusicCellModel(song).audio)
        }
        #expect(MusicCellModel(Music(id: id, title: "a")).audio == nil)
    }

    @Test("states after how many seconds the song counts as played, rounded up")
    func statesSecondsUntilPlayed() {
        for (duration, seconds) in [(Duration.zero, 240), (.seconds(62), 31), (.seconds(63), 32)] {
            let song = Music(id: id, title: "a", duration: duration, isDownloaded: true)
            #expect(MusicCellModel(song).audio?.secondsUntilPlayed == seconds)
        }
    }
}
