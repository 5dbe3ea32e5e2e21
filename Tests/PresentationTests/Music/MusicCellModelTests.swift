import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("A row of music")
struct MusicCellModelTests {
    @Test("text from outside is unchanged")
    func leavesTextUnchanged() {
        #expect(MusicCellModel(.changes(title: "a\u{1B}[31m\n")).title == "a\u{1B}[31m\n")
    }

    @Test("a row without artwork shows a placeholder")
    func showsPlaceholder() {
        var music = Music.changes()
        #expect(MusicCellModel(music).artwork == .placeholder)
        music.artworkURL = "https://example.com/a.jpg"
        #expect(MusicCellModel(music).artwork == .url("https://example.com/a.jpg"))
    }

    @Test("marks show bookmarked, downloaded and explicit music", arguments: [false, true])
    func showsMarks(isSet: Bool) {
        let music = Music.changes(
            explicit: isSet ? .explicit : .unknown, isBookmarked: isSet, isDownloaded: isSet)
        let (row, track) = (MusicCellModel(music), TrackCellModel(music))
        #expect([row.isBookmarked, row.isDownloaded, row.isExplicit] == [isSet, isSet, isSet])
        #expect([track.isBookmarked, track.isDownloaded, track.isExplicit] == [isSet, isSet, isSet])
    }

    @Test("the more button sets or removes a bookmark")
    func offersBookmark() {
        #expect(MusicCellModel(.changes()).actions.map(\.title) == ["Bookmark"])
        #expect(MusicCellModel(.changes(isBookmarked: true)).actions.map(\.title) == ["Remove bookmark"])
    }

    @Test("the more button downloads music with audio and removes downloads")
    func offersDownload() {
        var music = Music.changes()
        #expect(MusicCellModel(music).actions == [.bookmark])
        music.audioURL = "https://example.com/a.mp3"
        #expect(MusicCellModel(music).actions.map(\.title) == ["Bookmark", "Download"])
        music.isDownloaded = true
        #expect(MusicCellModel(music).actions.map(\.title) == ["Bookmark", "Remove download"])
    }

    @Test("the short id is the beginning of the id")
    func shortensID() {
        let row = MusicCellModel(.changes())
        #expect(row.shortID == "1a2b3c4d5e")
        #expect(row.id.description.hasPrefix(row.shortID))
    }

    @Test("a row reads as one sentence")
    func readsAsSentence() {
        let music = Music.changes(explicit: .explicit, isBookmarked: true, isDownloaded: true)
        #expect(
            MusicCellModel(music).accessibilityLabel
                == "Changes by David Bowie, from Hunky Dory, 3 minutes 37 seconds, bookmarked, downloaded, explicit")
    }

    @Test("unknown values are left out")
    func omitsUnknownValues() {
        let label = { MusicCellModel($0).accessibilityLabel }
        #expect(label(.changes(artist: "", album: "", duration: .zero)) == "Changes")
        #expect(label(.changes(artist: "", duration: .zero)) == "Changes, from Hunky Dory")
        #expect(label(.changes(album: "", duration: .seconds(1))) == "Changes by David Bowie, 1 second")
        let marked = Music.changes(album: " ", duration: .zero, isBookmarked: true)
        #expect(label(marked) == "Changes by David Bowie, bookmarked")
    }

    @Test("a rating is read in the sentence and in the message after a change", arguments: [nil, Rating.one, .four])
    func namesRating(rating: Rating?) {
        var music = Music.changes(artist: "", album: "", duration: .zero)
        music.rating = rating
        let row = MusicCellModel(music)
        switch rating {
        case .one:
            #expect(row.accessibilityLabel == "Changes, rated 1 star" && row.ratedText == "Rated “Changes” ★☆☆☆☆.")
        case .four:
            #expect(row.accessibilityLabel == "Changes, rated 4 stars" && row.ratedText == "Rated “Changes” ★★★★☆.")
        default: #expect(row.accessibilityLabel == "Changes" && row.ratedText == "Removed the rating of “Changes”.")
        }
    }

    @Test("the sentence has clean ends and no line breaks", arguments: [" Changes ", "\nChanges\t", "\u{2028}Changes"])
    func hasNoLineBreaks(title: String) {
        let row = MusicCellModel(.changes(title: title, artist: " David\r\n Bowie ", album: "", duration: .zero))
        #expect(row.accessibilityLabel == "Changes by David Bowie")
    }

    @Test("every key has its value")
    func hasValues() {
        let music = Music(
            id: MusicID(1), title: "Changes", artist: "David Bowie", album: "Hunky Dory", duration: .seconds(217),
            artworkURL: "https://example.com/a.jpg", audioURL: "https://example.com/a.mp3", explicit: .explicit,
            popularity: 0.5, released: ReleaseDate(year: 1971, month: 12),
            added: Date(timeIntervalSince1970: 0), sources: ["home", "work"], isBookmarked: true, rating: .four,
            isDownloaded: true,
            plays: 7, lastPlayed: Date(timeIntervalSince1970: 86_400))
        let expected: [FieldValue] = [
            .text("0000000000000001"), .text("Changes"), .text("David Bowie"), .text("Hunky Dory"), .integer(217),
            .text("https://example.com/a.jpg"), .text("https://example.com/a.mp3"), .flag(true), .flag(true),
            .text("explicit"), .number(0.5), .text("1971-12"), .text("1970-01-01T00:00:00Z"), .text("home, work"),
            .list(["home", "work"]), .integer(7), .text("1970-01-02T00:00:00Z"), .integer(4),
        ]
        #expect(MusicField.allCases.map(MusicCellModel(music).value) == expected)
    }

    @Test("keys that are printed only on request have their values", arguments: ["Various Artists", ""])
    func hasRequestedValues(albumArtist: String) {
        let music = Music(
            id: MusicID(1), title: "Changes", artist: "David Bowie", albumArtist: albumArtist, disc: 1, track: 2,
            genre: "rock", released: ReleaseDate(year: 1971))
        let expected: [FieldValue] = [
            albumArtist.isEmpty ? .none : .text(albumArtist), .integer(1), .integer(2), .integer(1971), .text("rock"),
            .none,
        ]
        #expect(MusicField.requestedOnly.map(MusicCellModel(music).value) == expected)
    }

    @Test("addresses of files are for the person who runs the program only")
    func marksLocalAddresses() {
        let music = Music(
            id: MusicID(1), title: "Changes", artworkURL: "file:///music/a.jpg", audioURL: "file:///music/a.mp3")
        let row = MusicCellModel(music)
        #expect(row.value(of: .artwork) == .local("file:///music/a.jpg"))
        #expect(row.value(of: .audio) == .local("file:///music/a.mp3"))
        let lines = MusicDetailModel(TrackCellModel(music), style: .american).pageLines
        #expect(!lines.contains { $0.text.hasPrefix("file:") })
    }

    @Test("a file needs no download")
    func offersNoDownload() {
        let file = Music(id: MusicID(1), title: "Changes", audioURL: "file:///music/a.mp3", isDownloaded: true)
        let row = MusicCellModel(file)
        #expect(row.actions == [.bookmark] && !row.isDownloaded && row.isAvailableOffline)
        #expect(!row.accessibilityLabel.contains("downloaded") && row.value(of: .downloaded) == .flag(true))
        let track = TrackCellModel(file)
        #expect(!track.isDownloaded && track.downloadText.isEmpty && track.row == row)
        let detail = MusicDetailModel(track, style: .american)
        #expect(detail.text(of: .downloaded) == "not needed: a file of a folder")
        let stored = TrackCellModel(file, download: .downloaded)
        #expect(stored.isDownloaded && stored.row.value(of: .downloaded) == .flag(true))
        var selection = DownloadSelection(isRemoval: false)
        selection.add(MusicCellModel(file))
        selection.add([MusicCellModel(file), MusicCellModel(Music(id: MusicID(2), title: "Silence"))])
        #expect(selection.ids.isEmpty)
        #expect(
            selection.skippedText == "Skipped 1 song without audio. "
                + "Skipped 2 songs whose audio is already a file on this computer.")
        var removal = DownloadSelection(isRemoval: true)
        removal.add([MusicCellModel(file)])
        #expect(removal.ids == [file.id])
        #expect(TrackCellModel(file, download: .waiting).actions == [.bookmark, .removeDownload])
    }

    @Test("unknown values are none")
    func hasNoUnknownValues() {
        let row = MusicCellModel(Music(id: MusicID(1), title: "Changes", added: Date(timeIntervalSince1970: 1e15)))
        let keys: [MusicField] = [.artist, .album, .artwork, .audio, .popularity, .released, .added, .source]
        #expect(keys.filter { row.value(of: $0) != .none } == [])
        #expect(row.value(of: .duration) == .integer(0))
        #expect(row.value(of: .bookmarked) == .flag(false))
        #expect(row.value(of: .explicit) == .text("unknown"))
    }

    @Test("a duration with a fraction of a second is a decimal number")
    func hasFractionalDuration() {
        #expect(MusicCellModel(.changes(duration: .milliseconds(1500))).value(of: .duration) == .number(1.5))
    }
}

@Suite("Geometry of a row of music")
struct MusicCellLayoutTests {
    private let layout = MusicCellLayout(width: 375, height: 70)

    @Test("the artwork leads by 15 and is centred, as wide as the cell is high")
    func artworkLeads() {
        let frame = layout.artwork
        #expect([frame.x, frame.y, frame.width, frame.height] == [15, 5, 70, 60])
        #expect(frame.y + frame.height / 2 == 35)
    }

    @Test("the title stands 10 after the artwork, at its top, 120 narrower than the cell")
    func titleFollowsArtwork() {
        #expect([layout.title.x, layout.title.y, layout.title.width] == [95, 5, 255])
    }

    @Test("the artist stands 2 below the title, as wide")
    func artistFollowsTitle() {
        let artist = layout.artist(belowTitleOfHeight: 19.5)
        #expect([artist.x, artist.y, artist.width] == [95, 26.5, 255])
    }

    @Test("the more button ends 20 before the cell's end, at the middle of its height")
    func placesMoreButton() {
        #expect([layout.moreButton.trailing, layout.moreButton.middle] == [355, 35])
    }

    @Test("the title is bold 16, the artist regular 10")
    func fontsDiffer() {
        #expect(MusicCellLayout.titleFont.size == 16 && MusicCellLayout.titleFont.isBold)
        #expect(MusicCellLayout.artistFont.size == 10 && !MusicCellLayout.artistFont.isBold)
    }

    @Test("the parts follow the cell's size")
    func partsFollowSize() {
        let layout = MusicCellLayout(width: 1024, height: 44)
        #expect([layout.artwork.height, layout.title.x, layout.title.width] == [34, 69, 904])
        #expect([layout.moreButton.trailing, layout.moreButton.middle] == [1004, 22])
    }
}

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
