import FermataDomain
import FermataPresentation
import Foundation

extension MusicCellModel {
    static func song(
        _ number: UInt64 = 1, title: String = "Changes", artist: String = "David Bowie", album: String = "Hunky Dory",
        seconds: Int = 217, explicit: ExplicitStatus = .unknown, popularity: Double? = nil, isBookmarked: Bool = false,
        isDownloaded: Bool = false
    ) -> MusicCellModel {
        MusicCellModel(
            Music(
                id: MusicID(number << 32), title: title, artist: artist, album: album, duration: .seconds(seconds),
                explicit: explicit, popularity: popularity, added: Date(timeIntervalSince1970: 0),
                isBookmarked: isBookmarked, isDownloaded: isDownloaded))
    }
}
