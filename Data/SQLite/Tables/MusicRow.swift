import FermataDomain
import Foundation

/// A row of the `music` table as music.
enum MusicRow {
    static let columns = columns(includesDetails: true)
    private static let details = """
        music.album_artist, music.disc, music.track, music.popularity, music.released, music.release, music.added, music.genre, \
        music.artwork, music.audio, music.plays, music.played
        """
    private static let artists = """
        (SELECT nullif(json_group_array(CAST(music_artist.artist AS TEXT)), '[]') FROM music_artist \
        WHERE music_artist.row = music.row)
        """
    private static let hasDownload =
        "EXISTS (SELECT 1 FROM download WHERE download.id = music.id AND download.state = 1)"

    /// The columns to select. Without downloads, no row looks up its download; the same holds for single artists.
    ///
    /// Without details, the audio is selected only if it is a file on this computer, of a source in `fileMask`: files need
    /// no download.
    static func columns(
        includesDetails: Bool, hasDownloads: Bool = true, hasSingleArtists: Bool = true, fileMask: Int64 = 0
    ) -> String {
        let others =
            includesDetails
            ? ", \(details), \(hasSingleArtists ? artists : "NULL") AS artists"
            : fileMask == 0 ? "" : ", iif(\(hasFile(fileMask)), audio, NULL) AS audio"
        return """
            music.id, music.title, music.artist, music.album, music.duration, music.explicit, music.sources, \
            music.bookmarked, music.rating, \(hasDownloads ? hasDownload : "0") AS downloaded\(others)
            """
    }

    /// A condition on rows of music that are available offline.
    static func isDownloaded(_ names: SourceNameCache) -> String {
        let isLocal = names.localMask == 0 ? "" : "sources & \(names.localMask) <> 0 OR "
        let hasFile = names.mixedMask == 0 ? "" : "\(hasFile(names.mixedMask)) OR "
        return "(\(isLocal)\(hasFile)\(hasDownload))"
    }

    private static func hasFile(_ sources: Int64) -> String {
        "(sources & \(sources) <> 0 AND audio GLOB 'file:*')"
    }

    /// Reads the columns. `names` maps the set of sources to their names.
    ///
    /// Cuts texts that were stored before texts had limits.
    static func music(_ row: some RowValues, names: SourceNameCache, includesDetails: Bool = true) -> Music {
        let sources = row.integer("sources")
        var music = Music(
            id: MusicID(UInt64(bitPattern: row.integer("id"))),
            title: row.text("title").cut(to: TextLimits.name), artist: row.text("artist").cut(to: TextLimits.name),
            album: row.text("album").cut(to: TextLimits.name),
            duration: .seconds(row.integer("duration")), explicit: explicit(row.integer("explicit")),
            sources: names.names(in: sources), isBookmarked: row.integer("bookmarked") != 0,
            rating: row.optionalInteger("rating").flatMap(Rating.init),
            isDownloaded: row.integer("downloaded") != 0 || sources & names.localMask != 0)
        if includesDetails || names.fileMask != 0 { music.audioURL = row.optionalText("audio") }
        if sources & names.mixedMask != 0, music.isLocal { music.isDownloaded = true }
        guard includesDetails else { return music }
        music.albumArtist = row.text("album_artist").cut(to: TextLimits.name)
        if let names = row.optionalText("artists") {
            let stored = (try? JSONDecoder().decode([String].self, from: Data(names.utf8))) ?? []
            music.artists = SingleArtists.union(stored, besides: music.artist)
        }
        music.disc = row.optionalInteger("disc")
        music.track = row.optionalInteger("track")
        music.popularity = row.optionalDouble("popularity")
        music.released = row.optionalInteger("released").flatMap(ReleaseDate.init(stored:))
        music.release = row.blob("release").flatMap(MusicBrainzID.init(stored:))
        music.added = Date(timeIntervalSince1970: Double(row.integer("added")))
        music.genre = row.optionalText("genre")?.cut(to: TextLimits.name)
        music.artworkURL = row.optionalText("artwork")
        music.plays = row.optionalInteger("plays") ?? 0
        music.lastPlayed = row.optionalInteger("played").map { Date(timeIntervalSince1970: Double($0)) }
        return music
    }

    /// The stored releases of a range of years.
    static func releases(in years: ClosedRange<Int64>) -> ClosedRange<Int64> {
        let years = years.clamped(to: -9_999...99_999)
        return years.lowerBound * 10_000...years.upperBound * 10_000 + 9_999
    }

    static func stored(_ status: ExplicitStatus) -> Int64 {
        switch status {
        case .unknown: 0
        case .clean: 1
        case .explicit: 2
        }
    }

    static func explicit(_ stored: Int64) -> ExplicitStatus {
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

/// Orders titles that have the same sort key, in fewer bytes than the titles themselves.
///
/// Most titles are their key with capital initials, and need one byte. Any other title is stored from its first
/// difference to that form on. Byte by byte, these values compare as the titles do.
enum TitleOrder {
    static let column = "title_order"
    private static let maxPrefix = 126
    private static let capitalizedKeyCode: UInt8 = 127
    private static let greaterTitleBase = 254

    /// The value of a title. A title that differs later from its capitalized key is nearer to it.
    static func bytes(title: String, key: String) -> [UInt8] {
        var (title, key) = (title, key)
        return title.withUTF8 { title in
            key.withUTF8 { key in
                var start = 0
                while start < min(title.count, key.count), title[start] == capitalized(key, start) { start += 1 }
                if start == title.count, start == key.count { return [capitalizedKeyCode] }
                let isLess = start == title.count || start < key.count && title[start] < capitalized(key, start)
                let shared = min(start, maxPrefix)
                return [UInt8(isLess ? shared : greaterTitleBase - shared)] + title[shared...]
            }
        }
    }

    private static func capitalized(_ key: UnsafeBufferPointer<UInt8>, _ place: Int) -> UInt8 {
        let isInitial = place == 0 || key[place - 1] == UInt8(ascii: " ")
        return isInitial && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(key[place]) ? key[place] - 32 : key[place]
    }
}
