import FermataDomain
import FermataPresentation
import Testing

@Suite("A row of music")
struct MusicCellModelTests {
    @Test("a row shows title, artist, album and duration as text")
    func showsTexts() {
        let row = MusicCellModel(.changes())
        #expect([row.title, row.artist, row.album] == ["Changes", "David Bowie", "Hunky Dory"])
        #expect(row.durationText == "3:37")
    }

    @Test("the FLO document's song lasts 3:18")
    func floSongHasDuration() {
        let flo = Music.changes(title: "We Wish You A Merry Christmas", artist: "챔버오케스트라", duration: .seconds(198))
        #expect(MusicCellModel(flo).durationText == "3:18")
    }

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
        let row = MusicCellModel(music)
        #expect([row.isBookmarked, row.isDownloaded, row.isExplicit] == [isSet, isSet, isSet])
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

    @Test("rows are equal if their music is equal")
    func comparesMusic() {
        #expect(MusicCellModel(.changes()) == MusicCellModel(.changes()))
        #expect(MusicCellModel(.changes()) != MusicCellModel(.changes(isBookmarked: true)))
    }
}
