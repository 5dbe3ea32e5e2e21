import FermataDomain
import FermataPresentation
import Testing

@Suite("The table of an artist's page")
struct ArtistColumnsTests {
    private let music = Music(id: MusicID(7), title: "Perfect", album: "÷", duration: .seconds(263), isBookmarked: true)

    @Test("a track shows its id, marks, title, album and duration")
    func showsTrack() {
        let marks = MusicMarks(isBookmarked: true, isDownloaded: false, isExplicit: false)
        #expect(
            cells(.track(TrackCellModel(music)))
                == [.plain(music.id.short), .marks(marks), .plain("Perfect"), .plain("÷"), .plain("4:23")])
    }

    @Test("a track shows its download instead of its album until the download has ended")
    func showsDownload() {
        let states: [(DownloadState, String)] = [
            (.waiting, "waiting"), (.downloading(fraction: 0.5), "50 %"), (.failed(.other("gone")), "failed: gone"),
            (.downloaded, "÷"), (.notDownloaded, "÷"),
        ]
        for (state, text) in states {
            #expect(cells(.track(TrackCellModel(music, download: state)))[3] == .plain(text))
        }
    }

    @Test("playlists and related artists show their kind, name and counts")
    func showsRelatedContent() {
        let playlist = Playlist(id: PlaylistID(1), name: "Pop", source: "radio", count: 30)
        #expect(
            cells(.playlist(PlaylistCellModel(playlist, artistSongCount: 2)))
                == ["", "playlist", "Pop", "30 songs, 2 by this artist", ""].map(TableCell.plain))
        let related = RelatedArtist(
            artist: Artist(name: "Kygo", trackCount: 1), sharedPlaylists: 16, closeness: 1)
        #expect(
            cells(.relatedArtist(RelatedArtistCellModel(related)))
                == ["", "related", "Kygo", "1 song, 16 shared playlists", ""].map(TableCell.plain))
    }

    @Test("a message shows its text only")
    func showsMessage() {
        let message = MessageCellModel(.loading, of: .table, "Loading…")
        #expect(
            cells(.message(message)) == [.plain(""), .plain(""), .paragraph("Loading…"), .plain(""), .plain("")])
    }

    private func cells(_ row: ArtistCellModel) -> [TableCell] { ArtistCellModel.table.cells.map { $0(row) } }
}
