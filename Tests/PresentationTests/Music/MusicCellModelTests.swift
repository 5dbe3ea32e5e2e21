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
            added: Date(timeIntervalSince1970: 0), sources: ["home", "work"], isBookmarked: true, isDownloaded: true,
            plays: 7, lastPlayed: Date(timeIntervalSince1970: 86_400))
        let expected: [FieldValue] = [
            .text("0000000000000001"), .text("Changes"), .text("David Bowie"), .text("Hunky Dory"), .integer(217),
            .text("https://example.com/a.jpg"), .text("https://example.com/a.mp3"), .flag(true), .flag(true),
            .text("explicit"), .number(0.5), .text("1971-12"), .text("1970-01-01T00:00:00Z"), .text("home, work"),
            .list(["home", "work"]), .integer(7), .text("1970-01-02T00:00:00Z"),
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
        #expect(MusicCellModel(file).actions == [.bookmark])
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
