internal import FermataDomain
internal import Foundation

/// A row of the `music` table as music.
enum MusicRow {
    static let columns = """
        music.id, music.sources, music.bookmarked, music.explicit, music.title, music.artist, music.album, \
        music.duration, music.disc, music.track, music.popularity, music.released, music.added, music.genre, \
        music.artwork, music.audio, music.lyrics, \
        EXISTS (SELECT 1 FROM download WHERE download.id = music.id AND download.state = 1)
        """

    /// Reads the columns. `names` maps the set of sources to their names.
    static func music(_ row: RawStatement, names: SourceNameCache) -> Music {
        Music(
            id: MusicID(UInt64(bitPattern: row.integer(0))),
            title: row.text(4), artist: row.text(5), album: row.text(6), duration: .seconds(row.integer(7)),
            disc: row.optionalInteger(8), track: row.optionalInteger(9), genre: row.optionalText(13),
            artworkURL: row.optionalText(14), audioURL: row.optionalText(15), lyrics: row.text(16),
            explicit: explicit(row.integer(3)), popularity: row.optionalDouble(10),
            released: row.optionalInteger(11).flatMap(ReleaseDate.init(stored:)),
            added: Date(timeIntervalSince1970: Double(row.integer(12))),
            sources: names.names(in: row.integer(1)), isBookmarked: row.integer(2) != 0,
            isDownloaded: row.integer(17) != 0)
    }

    static func stored(_ status: ExplicitStatus) -> Int64 {
        switch status {
        case .unknown: 0
        case .clean: 1
        case .explicit: 2
        }
    }

    private static func explicit(_ stored: Int64) -> ExplicitStatus {
        switch stored {
        case 1: .clean
        case 2: .explicit
        default: .unknown
        }
    }
}

extension ReleaseDate {
    /// Year, month and day as the digits of one number; 0 stands for an unknown month or day.
    var stored: Int { (year * 100 + (month ?? 0)) * 100 + (day ?? 0) }

    init?(stored: Int) {
        let (month, day) = (stored / 100 % 100, stored % 100)
        self.init(year: stored / 10_000, month: month == 0 ? nil : month, day: day == 0 ? nil : day)
    }
}
