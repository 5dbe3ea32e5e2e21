public import FermataDomain

/// A row of music. Its texts are computed on demand.
public struct MusicCellModel: Equatable, Sendable, Identifiable {
    let music: Music
    /// Whether the library stores lyrics of the song; nil if that was not read.
    var hasLyrics: Bool?

    public init(_ music: Music) { self.music = music }

    public var id: MusicID { music.id }
    public var shortID: String { music.id.short }
    public var title: String { music.title }
    public var artist: String { music.artist }
    public var album: String { music.album }
    public var artwork: Artwork { music.artworkURL.map(Artwork.url) ?? .placeholder }
    public var durationText: String { DurationText(music.duration).clock }
    public var isBookmarked: Bool { music.isBookmarked }
    /// Whether the list of downloads has it: not for a file of a folder.
    public var isDownloaded: Bool { music.hasDownload }
    /// Whether it is downloaded, or a file of a folder.
    public var isAvailableOffline: Bool { music.isDownloaded }
    public var isExplicit: Bool { music.explicit == .explicit }
    public var rating: Rating? { music.rating }

    /// The message after its bookmark was changed.
    public var bookmarkedText: String { bookmarkedText(isBookmarked) }

    /// The same message while the change is under way.
    func bookmarkedText(_ isBookmarked: Bool) -> String {
        isBookmarked ? "Bookmarked “\(title)”." : "Removed the bookmark of “\(title)”."
    }

    /// The message after it was rated, or its rating was removed.
    public var ratedText: String {
        rating.map { "Rated “\(title)” \($0.stars)." } ?? "Removed the rating of “\(title)”."
    }

    /// The message after several songs were rated, or their ratings were removed.
    package static func ratedText(_ count: Int, _ rating: Rating?) -> String {
        let songs = CountText(count, "song").text
        return rating.map { "Rated \(songs) \($0.stars)." } ?? "Removed the ratings of \(songs)."
    }

    /// The message after several songs were bookmarked, or their bookmarks were removed.
    package static func bookmarkedText(_ count: Int, _ isBookmarked: Bool) -> String {
        (isBookmarked ? "Bookmarked " : "Removed the bookmarks of ") + CountText(count, "song").text + "."
    }

    /// The actions of the row's more button.
    public var actions: [MusicAction] {
        [isBookmarked ? .removeBookmark : .bookmark]
            + MusicAction.actions(for: isDownloaded ? .downloaded : .notDownloaded, of: music)
    }
}

/// The picture of a row.
public enum Artwork: Equatable, Sendable {
    case placeholder
    /// An address as received from the source.
    case url(String)
}

extension MusicCellModel {
    /// The row as one sentence for a screen reader, without unknown values.
    public var accessibilityLabel: String {
        let artist = music.artist.onOneLine
        let album = music.album.onOneLine
        let duration = DurationText(music.duration).spoken
        var sentence = music.title.onOneLine
        if !artist.isEmpty { sentence += " by " + artist }
        if !album.isEmpty { sentence += ", from " + album }
        if !duration.isEmpty { sentence += ", " + duration }
        if isBookmarked { sentence += ", bookmarked" }
        if let rating { sentence += ", rated " + rating.spoken }
        if isDownloaded { sentence += ", downloaded" }
        if isExplicit { sentence += ", explicit" }
        return sentence
    }
}

extension Music {
    /// The title and the artist within a sentence: `Fame by David Bowie`.
    var titleAndArtist: String { artist.isEmpty ? title : "\(title) by \(artist)" }
}

extension Rating {
    /// Five stars, filled up to the rating: `★★★★☆`.
    var stars: String { Rating.allCases.map { $0 <= self ? "★" : "☆" }.joined() }

    /// `4 stars`.
    var spoken: String { CountText(rawValue, "star").text }
}

/// An action of a row's more button.
public enum MusicAction: Equatable, Sendable, CaseIterable {
    case bookmark, removeBookmark
    case download, removeDownload

    public var title: String {
        switch self {
        case .bookmark: "Bookmark"
        case .removeBookmark: "Remove bookmark"
        case .download: "Download"
        case .removeDownload: "Remove download"
        }
    }

    /// The actions for a download: none while it runs, and no download without audio.
    static func actions(for download: DownloadState, of music: Music) -> [MusicAction] {
        let canDownload = music.audioURL != nil && !music.isLocal
        return switch download {
        case .notDownloaded: canDownload ? [.download] : []
        case .waiting, .failed: canDownload ? [.download, .removeDownload] : [.removeDownload]
        case .downloading: []
        case .downloaded: music.isLocal ? [] : [.removeDownload]
        }
    }
}

/// A row with the columns of a list of music.
protocol MusicRowModel: Sendable {
    var shortID: String { get }
    var isBookmarked: Bool { get }
    var isDownloaded: Bool { get }
    var isExplicit: Bool { get }
    var rating: Rating? { get }
    var title: String { get }
    var artist: String { get }
    var album: String { get }
    /// The duration, or the progress of the download.
    var timeText: String { get }
}

extension MusicRowModel {
    var marks: MusicMarks { MusicMarks(isBookmarked: isBookmarked, isDownloaded: isDownloaded, isExplicit: isExplicit) }

    /// With `showsRatings`, tables of any width have the column of ratings.
    static func makeTable(showsRatings: Bool = false) -> TableModel<Self> {
        TableModel(
            [
                .init("ID", .fixed(10), priority: 3, isDim: true, isCommandID: true) { .plain($0.shortID) },
                .init("", .fixed(3), priority: 5) { .marks($0.marks) },
                .init("Title", .share(5), priority: 6) { .plain($0.title) },
                .init("Artist", .share(3), priority: 2) { .plain($0.artist) },
                .init("Album", .share(3), priority: 1) { .plain($0.album) },
                .init("Time", .fixed(8), .trailing, priority: 4, key: "duration") { .plain($0.timeText) },
                .init(
                    "Rating", .fixed(6), priority: showsRatings ? 6 : 0,
                    minimumTableWidth: showsRatings ? 0 : TableColumn.wideTable
                ) { .plain($0.rating?.stars ?? "") },
            ], emptyText: .music)
    }
}

extension MusicCellModel: MusicRowModel {
    package static let table = makeTable()
    /// The table of songs that were rated.
    package static let ratedTable = makeTable(showsRatings: true)

    var timeText: String { durationText }
}

/// The keys of a row of music.
public enum MusicField: String, RowField {
    case id, title, artist, album, duration, artwork, audio, bookmarked, downloaded, explicit, popularity
    case released, added, source, sources, plays, played, rating
    case albumArtist, disc, track, year, genre
    /// Whether the library stores lyrics of the song.
    case lyrics

    public static let allCases: [MusicField] = [
        .id, .title, .artist, .album, .duration, .artwork, .audio, .bookmarked, .downloaded, .explicit, .popularity,
        .released, .added, .source, .sources, .plays, .played, .rating,
    ]
    public static let requestedOnly: [MusicField] = [.albumArtist, .disc, .track, .year, .genre, .lyrics]

    /// Whether the values come from the details of `MusicQuery.includesDetails`.
    public var isDetail: Bool {
        switch self {
        case .id, .title, .artist, .album, .duration, .bookmarked, .downloaded, .explicit, .source, .sources, .rating,
            .lyrics:
            false
        case .artwork, .audio, .popularity, .released, .added, .plays, .played: true
        case .albumArtist, .disc, .track, .year, .genre: true
        }
    }

    public var valueKind: FieldKind {
        switch self {
        case .duration, .popularity, .plays: .number
        case .rating, .disc, .track, .year: .shortNumber
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
        case .rating: FieldValue(music.rating?.rawValue)
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
