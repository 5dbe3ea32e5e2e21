import FermataPresentation
import Testing

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
