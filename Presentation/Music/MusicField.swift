import FermataDomain

/// The keys of a row of music.
public enum MusicField: String, RowField {
    case id, title, artist, album, duration, artwork, audio, bookmarked, downloaded, explicit, popularity
    case released, added, source, sources, plays, played
    case albumArtist, disc, track, year, genre
    /// Whether the library stores lyrics of the song.
    case lyrics

    public static let allCases: [MusicField] = [
        .id, .title, .artist, .album, .duration, .artwork, .audio, .bookmarked, .downloaded, .explicit, .popularity,
        .released, .added, .source, .sources, .plays, .played,
    ]
    public static let requestedOnly: [MusicField] = [.albumArtist, .disc, .track, .year, .genre, .lyrics]

    /// Whether the values come from the details of `MusicQuery.hasDetails`.
    public var isDetail: Bool {
        switch self {
        case .id, .title, .artist, .album, .duration, .bookmarked, .downloaded, .explicit, .source, .sources, .lyrics:
            false
        case .artwork, .audio, .popularity, .released, .added, .plays, .played: true
        case .albumArtist, .disc, .track, .year, .genre: true
        }
    }

    public var valueKind: FieldKind {
        switch self {
        case .duration, .popularity, .plays: .number
        case .disc, .track, .year: .shortNumber
        case .bookmarked, .downloaded, .lyrics: .flag
        case .released: .day
        case .added, .played: .time
        case .id, .title, .artist, .album, .artwork, .audio, .explicit, .source, .sources, .genre, .albumArtist: .text
        }
    }
}

extension MusicCellModel: RowModel {
    public func value(of field: MusicField) -> FieldValue {
        switch field {
        case .id: .text(music.id.description)
        case .title: .text(music.title)
        case .artist: FieldValue(music.artist)
        case .album: FieldValue(music.album)
        case .albumArtist: FieldValue(music.albumArtist)
        case .duration: FieldValue(seconds: music.duration)
        case .artwork: FieldValue(address: music.artworkURL)
        case .audio: FieldValue(address: music.audioURL)
        case .bookmarked: .flag(music.isBookmarked)
        case .downloaded: .flag(music.isDownloaded)
        case .explicit: .text(music.explicit.rawValue)
        case .popularity: FieldValue(music.popularity)
        case .released: FieldValue(music.released?.description)
        case .added: FieldValue(TimestampText(music.added)?.text)
        case .source: FieldValue(music.sources.joined(separator: ", "))
        case .sources: .list(music.sources)
        case .plays: .integer(music.plays)
        case .played: FieldValue(music.lastPlayed.flatMap(TimestampText.init)?.text)
        case .disc: FieldValue(music.disc)
        case .track: FieldValue(music.track)
        case .year: FieldValue(music.released?.year)
        case .genre: FieldValue(music.genre)
        case .lyrics: hasLyrics.map(FieldValue.flag) ?? .none
        }
    }
}

extension FieldValue {
    init(seconds duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = attoseconds == 0 ? .integer(Int(seconds)) : .number(Double(seconds) + Double(attoseconds) / 1e18)
    }
}
