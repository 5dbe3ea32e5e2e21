import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The detail screen of some music")
struct MusicDetailModelTests {
    @Test("it tells each line that there is, with its label, and where it leads")
    func lines() {
        let lines = MusicDetailModel(TrackCellModel(.changes())).lines
        #expect(
            lines.map { "\($0.label): \($0.text)" }.filter { !$0.hasPrefix("Added") } == [
                "Id: 1a2b3c4d5e6f7081", "Title: Changes", "Artist: David Bowie", "Album: Hunky Dory", "Duration: 3:37",
                "Bookmarked: no", "Downloaded: no", "Explicit: clean", "Source: home",
            ])
        #expect(
            lines.compactMap(\.address?.description) == [
                "/artists/David%20Bowie", "/?artist=David%20Bowie&album=Hunky%20Dory&order=album",
            ])
    }

    @Test("all that a command shows of it is told", arguments: MusicField.allCases)
    func complete(field: MusicField) {
        let music = Music(
            id: MusicID(1), title: "t", artist: "a", album: "b", duration: .seconds(1), artworkURL: "c", audioURL: "d",
            explicit: .explicit, popularity: 80.5, released: ReleaseDate("1971"),
            added: .init(timeIntervalSince1970: 0),
            sources: ["s"])
        let labels = MusicDetailModel(TrackCellModel(music)).lines.map { $0.label.lowercased() }
        #expect(labels.contains(field.rawValue))
    }
}
