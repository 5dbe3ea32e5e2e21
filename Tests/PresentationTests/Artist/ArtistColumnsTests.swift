import FermataDomain
import FermataPresentation
import Testing

@Suite("The rows of an artist's page in the same columns")
struct ArtistColumnsTests {
    @Test("show a track by its id, title, album and duration")
    func track() {
        let music = Music(id: MusicID(7), title: "Perfect", album: "÷", duration: .seconds(263))
        #expect(columns(.track(TrackCellModel(music))) == [music.id.short, "Perfect", "÷", "4:23"])
    }

    @Test("show a track's download in place of its album while it is not whole")
    func download() {
        let music = Music(id: MusicID(7), title: "Perfect", album: "÷", duration: .seconds(263))
        let states: [(DownloadState, String)] = [
            (.waiting, "waiting"), (.downloading(fraction: 0.5), "50 %"), (.failed(reason: "gone"), "failed: gone"),
            (.downloaded, "÷"), (.notDownloaded, "÷"),
        ]
        for (state, text) in states {
            #expect(columns(.track(TrackCellModel(music, download: state)))[2] == text)
        }
    }

    @Test("show playlists and related artists by their kind, name, and how much they hold")
    func company() {
        let playlist = Playlist(id: PlaylistID(1), name: "Pop", source: "radio", count: 30)
        #expect(
            columns(.playlist(PlaylistCellModel(playlist, shared: 2)))
                == ["playlist", "Pop", "30 songs, 2 by this artist", ""])
        let related = RelatedArtist(
            artist: Artist(name: "Kygo", trackCount: 1), sharedPlaylists: 16, closeness: 1)
        #expect(
            columns(.relatedArtist(RelatedArtistCellModel(related)))
                == ["related", "Kygo", "1 song, 16 shared playlists", ""])
    }

    @Test("show a message by its text alone")
    func message() {
        #expect(columns(.message(MessageCellModel(.loading, of: .table, "Loading…"))) == ["", "Loading…", "", ""])
    }

    private func columns(_ row: ArtistCellModel) -> [String] {
        [row.labelText, row.title, row.detailText, row.durationText]
    }
}
