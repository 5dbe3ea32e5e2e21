import FermataDomain
import FermataPresentation
import Testing

@Suite("A row of music for a screen reader")
struct MusicCellModelAccessibilityTests {
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
}
