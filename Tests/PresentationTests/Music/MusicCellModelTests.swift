import FermataDomain
import FermataPresentation
import Testing

@Suite("A row of music")
struct MusicCellModelTests {
    @Test("a row shows title, artist, album and duration as text")
    func texts() {
        let row = MusicCellModel(.changes())
        #expect([row.title, row.artist, row.album] == ["Changes", "David Bowie", "Hunky Dory"])
        #expect(row.durationText == "3:37")
    }

    @Test("the FLO document's song lasts 3:18")
    func flo() {
        let flo = Music.changes(title: "We Wish You A Merry Christmas", artist: "챔버오케스트라", duration: .seconds(198))
        #expect(MusicCellModel(flo).durationText == "3:18")
    }

    @Test("text from outside is kept as it came")
    func raw() {
        #expect(MusicCellModel(.changes(title: "a\u{1B}[31m\n")).title == "a\u{1B}[31m\n")
    }

    @Test("the picture is a placeholder until there is one")
    func artwork() {
        var music = Music.changes()
        #expect(MusicCellModel(music).artwork == .placeholder)
        music.artworkURL = "https://example.com/a.jpg"
        #expect(MusicCellModel(music).artwork == .url("https://example.com/a.jpg"))
    }

    @Test("marks say what is bookmarked, downloaded and explicit", arguments: [false, true])
    func marks(isSet: Bool) {
        let music = Music.changes(
            explicit: isSet ? .explicit : .unknown, isBookmarked: isSet, isDownloaded: isSet)
        let row = MusicCellModel(music)
        #expect([row.isBookmarked, row.isDownloaded, row.isExplicit] == [isSet, isSet, isSet])
    }

    @Test("the more button offers to bookmark, and to take a bookmark away")
    func actions() {
        #expect(MusicCellModel(.changes()).actions.map(\.title) == ["Bookmark"])
        #expect(MusicCellModel(.changes(isBookmarked: true)).actions.map(\.title) == ["Remove bookmark"])
    }

    @Test("it offers to download where there is audio, and to remove what is downloaded")
    func downloads() {
        var music = Music.changes()
        #expect(MusicCellModel(music).actions == [.bookmark])
        music.audioURL = "https://example.com/a.mp3"
        #expect(MusicCellModel(music).actions.map(\.title) == ["Bookmark", "Download"])
        music.isDownloaded = true
        #expect(MusicCellModel(music).actions.map(\.title) == ["Bookmark", "Remove download"])
    }

    @Test("the short id is the beginning of the id")
    func shortID() {
        let row = MusicCellModel(.changes())
        #expect(row.shortID == "1a2b3c4d5e")
        #expect(row.id.description.hasPrefix(row.shortID))
    }

    @Test("rows are equal where their music is")
    func equality() {
        #expect(MusicCellModel(.changes()) == MusicCellModel(.changes()))
        #expect(MusicCellModel(.changes()) != MusicCellModel(.changes(isBookmarked: true)))
    }
}
