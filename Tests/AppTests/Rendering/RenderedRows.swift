import FermataDomain
import FermataPresentation
import Foundation
import FermataApp

/// The output of a renderer for rows.
func rendered<Renderer: RowRenderer>(_ renderer: Renderer, _ rows: [Renderer.Row]) throws -> String {
    let sink = CapturedOutput()
    let output = RowOutput(renderer, to: sink)
    try output.begin()
    try output.rows(rows)
    try output.end()
    return sink.text
}

extension MusicCellModel {
    static func song(
        _ number: UInt64 = 1, title: String = "Changes", artist: String = "David Bowie", album: String = "Hunky Dory",
        seconds: Int = 217, explicit: ExplicitStatus = .unknown, popularity: Double? = nil, isBookmarked: Bool = false,
        isDownloaded: Bool = false, rating: Rating? = nil
    ) -> MusicCellModel {
        MusicCellModel(
            Music(
                id: MusicID(number << 32), title: title, artist: artist, album: album, duration: .seconds(seconds),
                explicit: explicit, popularity: popularity, added: Date(timeIntervalSince1970: 0),
                isBookmarked: isBookmarked, rating: rating, isDownloaded: isDownloaded))
    }
}

/// Every scalar that can control a terminal.
let controls: [Unicode.Scalar] =
    ([0..<0x20, 0x7F..<0xA0, 0x61C..<0x61D, 0x200E..<0x2010, 0x2028..<0x202F, 0x2066..<0x206A] as [Range<UInt32>])
    .flatMap { $0.compactMap(Unicode.Scalar.init) }
