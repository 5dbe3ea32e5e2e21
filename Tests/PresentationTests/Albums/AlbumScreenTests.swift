import FermataDomain
import FermataPresentation
import Testing

@Suite("The screen of an album")
struct AlbumScreenTests {
    private let song = Music(
        id: MusicID(7), title: "Fantastic Voyage", artist: "David Bowie", album: "Lodger", duration: .seconds(175),
        disc: 1, track: 1_001)

    @Test("a track shows its number, and its artist if it is another than the album's")
    func showsTrack() {
        #expect(cells(song) == [.plain("1,001"), .plain("Fantastic Voyage"), .plain(""), .plain("2:55")])
        var guest = song
        (guest.artist, guest.albumArtist, guest.track) = ("Brian Eno", "David Bowie", nil)
        #expect(cells(guest) == [.plain(""), .plain("Fantastic Voyage"), .plain("Brian Eno"), .plain("2:55")])
        #expect(TrackCellModel(guest).guestArtist == "Brian Eno" && TrackCellModel(song).guestArtist.isEmpty)
    }

    @Test("the tracks of several discs have a heading each, and those of one disc none")
    func showsDiscs() {
        var other = song
        other.disc = nil
        let tracks = [TrackCellModel(other), TrackCellModel(song)]
        #expect(AlbumScreen(.lodgerRow, tracks: tracks).tracks.map(\.sectionTitle) == ["Other songs", "Disc 1"])
        let single = AlbumCellModel(Album(id: AlbumID(1), name: "Lodger"))
        #expect(AlbumScreen(single, tracks: tracks).tracks.map(\.sectionTitle) == [nil, nil])
    }

    @Test("a track has the values of a row of music")
    func hasValues() {
        let row = AlbumTrackCellModel(TrackCellModel(song), in: .lodgerRow)
        #expect(row.id == song.id)
        for field in MusicField.allCases { #expect(row.value(of: field) == MusicCellModel(song).value(of: field)) }
        #expect(row.value(of: .track) == .integer(1_001))
    }

    /// The cells of the columns after the id and the marks.
    private func cells(_ song: Music) -> [TableCell] {
        let row = AlbumTrackCellModel(TrackCellModel(song), in: .lodgerRow)
        return AlbumTrackCellModel.table.cells.dropFirst(2).map { $0(row) }
    }
}

extension AlbumCellModel {
    fileprivate static let lodgerRow = AlbumCellModel(.lodger)
}
