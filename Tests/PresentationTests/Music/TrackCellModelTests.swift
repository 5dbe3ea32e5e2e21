import FermataDomain
import FermataPresentation
import Testing

@Suite("A row of music with its download")
struct TrackCellModelTests {
    private var song: Music {
        var music = Music.changes()
        music.audioURL = "https://example.org/1.mp3"
        return music
    }

    @Test(
        "a download's state is text and a fraction",
        arguments: [
            (DownloadState.notDownloaded, "", nil), (.waiting, "waiting", nil), (.downloaded, "downloaded", 1),
            (.downloading(fraction: nil), "downloading", nil), (.downloading(fraction: 0), "0 %", 0),
            (.downloading(fraction: 0.45), "45 %", 0.45), (.downloading(fraction: 0.29), "29 %", 0.29),
            (.downloading(fraction: 0.9999), "99 %", 0.9999), (.downloading(fraction: 1), "100 %", 1),
            (.downloading(fraction: 7), "100 %", 1), (.downloading(fraction: -1), "0 %", 0),
            (.downloading(fraction: .nan), "downloading", nil),
            (.failed(.other("not found")), "failed: not found", nil),
            (.failed(.connectionFailed), "failed: the connection failed", nil),
        ] as [(DownloadState, String, Double?)])
    func showsDownload(state: DownloadState, text: String, fraction: Double?) {
        let row = TrackCellModel(.changes(isDownloaded: true), download: state)
        #expect(row.downloadText == text)
        #expect(DownloadCellModel(Download(music: .changes(), state: state), for: .user).fraction == fraction)
        #expect(row.isDownloaded == (state == .downloaded))
        #expect(row.isProblem == text.hasPrefix("failed"))
    }

    @Test("the more button offers the actions of the download's state")
    func offersActions() {
        let actions = { (state: DownloadState) in TrackCellModel(song, download: state).actions.map(\.title) }
        #expect(actions(.notDownloaded) == ["Bookmark", "Download"])
        #expect(actions(.waiting) == ["Bookmark", "Download", "Remove download"])
        #expect(actions(.downloading(fraction: 0.5)) == ["Bookmark"])
        #expect(actions(.downloaded) == ["Bookmark", "Remove download"])
        #expect(actions(.failed(.connectionFailed)) == ["Bookmark", "Download", "Remove download"])
    }

    @Test("music without audio cannot be downloaded, but its download can be removed")
    func offersRemovalWithoutAudio() {
        let actions = { (state: DownloadState) in TrackCellModel(.changes(), download: state).actions }
        #expect(actions(.notDownloaded) == [.bookmark])
        #expect(actions(.waiting) == [.bookmark, .removeDownload])
        #expect(actions(.downloaded) == [.bookmark, .removeDownload])
    }

    @Test("a row reads as one sentence")
    func readsAsSentence() {
        let label = { (state: DownloadState) in TrackCellModel(.changes(), download: state).accessibilityLabel }
        let song = "Changes by David Bowie, from Hunky Dory, 3 minutes 37 seconds"
        #expect(label(.notDownloaded) == song)
        #expect(label(.downloaded) == song + ", downloaded")
        #expect(label(.waiting) == song + ", download waiting")
        #expect(label(.downloading(fraction: 0.45)) == song + ", download at 45 percent")
        #expect(label(.downloading(fraction: nil)) == song + ", download under way")
        #expect(label(.failed(.other("not\nfound"))) == song + ", download failed: not found")
    }
}

extension Music {
    /// A song with default values that a test can replace.
    static func changes(
        title: String = "Changes", artist: String = "David Bowie", album: String = "Hunky Dory",
        duration: Duration = .seconds(217), explicit: ExplicitStatus = .clean, isBookmarked: Bool = false,
        isDownloaded: Bool = false
    ) -> Music {
        Music(
            id: MusicID(0x1A2B_3C4D_5E6F_7081), title: title, artist: artist, album: album, duration: duration,
            explicit: explicit, sources: ["home"], isBookmarked: isBookmarked, isDownloaded: isDownloaded)
    }
}
