import FermataDomain
import FermataPresentation
import Testing

@Suite("A row of a playlist")
struct PlaylistCellModelTests {
    private let list = Playlist(id: PlaylistID(255), name: "Glam", source: "radio", count: 1_200)

    @Test("a row shows name, source and count")
    func showsTexts() {
        let row = PlaylistCellModel(list)
        #expect([row.name, row.source, row.countText] == ["Glam", "radio", "1,200 songs"])
        #expect(row.count == 1_200)
        #expect([row.sharedText, row.missingText] == ["", ""])
        #expect(row.availabilityText == "1,200 songs")
        #expect(row.accessibilityLabel == "Glam, playlist of radio, 1,200 songs")
    }

    @Test("a row shows the artist's share and the number of missing songs")
    func showsSharedAndMissing() {
        var list = list
        list.missing = 2
        let row = PlaylistCellModel(list, artistSongCount: 3)
        #expect([row.sharedText, row.missingText] == ["3 by this artist", "2 not in the library"])
        #expect(row.availabilityText == "1,200 songs, 2 not in the library")
    }

    @Test("every key has its value")
    func hasValues() {
        let values = PlaylistField.allCases.map(PlaylistCellModel(list, artistSongCount: 3).value)
        #expect(values == [.text("00000000000000ff"), .text("Glam"), .text("radio"), .integer(1_200), .integer(0)])
        #expect(PlaylistField.allCases.map(\.rawValue) == ["id", "name", "source", "count", "missing"])
    }
}
