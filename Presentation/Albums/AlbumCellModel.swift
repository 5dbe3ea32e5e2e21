public import FermataDomain

/// A row or a tile of an album, in a list of albums or on an artist's page. Its texts are computed on demand.
public struct AlbumCellModel: Equatable, Sendable, Identifiable {
    private(set) var album: Album
    /// Whether it is an album of another artist on an artist's page.
    let isAppearance: Bool

    public init(_ album: Album, isAppearance: Bool = false) {
        self.album = album
        self.isAppearance = isAppearance
    }

    public var id: AlbumID { album.id }
    public var shortID: String { album.id.short }
    public var name: String { album.name }
    public var artist: String { album.artist }
    /// The year of its latest song; empty if it is unknown.
    public var yearText: String { album.released.map { "\($0.year)" } ?? "" }
    public var genres: [String] { album.genres }
    /// The number of its songs that the listener may see.
    public var songCount: Int { album.songCount }
    public var countText: String { CountText(album.songCount, "song").text }
    /// `2 discs`; empty for one disc.
    public var discsText: String { hasDiscs ? CountText(album.discCount, "disc").text : "" }
    public var durationText: String { album.duration > .zero ? DurationText(album.duration).clock : "" }
    /// The song whose artwork is shown; nil for the placeholder.
    public var artwork: MusicID? { album.artwork }
    public var isExplicit: Bool { album.explicit == .explicit }
    /// Whether the album itself is bookmarked, rather than its songs.
    public var isBookmarked: Bool { album.annotations.isBookmarked }
    /// The rating of the album itself.
    public var rating: Rating? { album.annotations.rating }
    /// What a person has set on the album itself.
    var annotations: SubjectAnnotations {
        get { album.annotations }
        set { album.annotations = newValue }
    }
    /// The songs of the album.
    public var selection: AlbumSelection { album.selection }

    /// `1977, 11 songs`, below the artist.
    public var yearAndCountText: String { joined([yearText, countText]) }

    /// `1977, 11 songs`, or `Various Artists, 1977, 11 songs` for an album of another artist.
    public var detailText: String { joined([isAppearance ? artist : "", yearAndCountText]) }

    /// `David Bowie, 1977, 2 discs, 11 songs, 38:26`, beside the name.
    public var summaryText: String { joined([artist, yearText, discsText, countText, durationText]) }

    /// The row as one sentence for a screen reader, without unknown values.
    public var accessibilityLabel: String {
        let byline = artist.onOneLine.isEmpty ? "" : " by " + artist.onOneLine
        return joined([
            name.onOneLine + byline, yearText, discsText, countText, DurationText(album.duration).spoken,
            isExplicit ? "explicit" : "", isBookmarked ? "bookmarked" : "",
        ])
    }

    /// Whether its tracks have headings.
    var hasDiscs: Bool { album.discCount > 1 }

    private func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: ", ") }
}

extension AlbumCellModel {
    package static let table = makeTable()
    /// The table of albums that were rated.
    package static let ratedTable = makeTable(showsRatings: true)

    private static func makeTable(showsRatings: Bool = false) -> TableModel<AlbumCellModel> {
        TableModel(
            [
                .init("ID", .fixed(10), priority: 2, isDim: true, isCommandID: true) { .plain($0.shortID) },
                .init("", .fixed(3), priority: 5) { .marks($0.marks) },
                .init("Name", .share(4), priority: 7) { .plain($0.name) },
                .init("Artist", .share(3), priority: 6) { .plain($0.artist) },
                .init("Year", .fixed(4), .trailing, priority: 4) { .plain($0.yearText) },
                .init("Songs", .fixed(5), .trailing, priority: 3) { .plain(CountText.grouped($0.songCount)) },
                .init("Time", .fixed(8), .trailing, priority: 1, key: "duration") { .plain($0.durationText) },
                .init(
                    "Rating", .fixed(6), priority: showsRatings ? 6 : 0,
                    minimumTableWidth: showsRatings ? 0 : TableColumn.wideTable
                ) { .plain($0.rating?.stars ?? "") },
            ], emptyText: .albums(AlbumQuery()))
    }

    private var marks: MusicMarks {
        MusicMarks(isBookmarked: isBookmarked, isDownloaded: false, isExplicit: isExplicit)
    }
}

/// The keys of an album. `artwork` is the id of the song whose artwork is shown.
public enum AlbumField: String, RowField {
    case id, name, artist, year, released, genres, discs, songs, duration, explicit, artwork, added, plays, played
    case bookmarked, rating

    public var valueKind: FieldKind {
        switch self {
        case .duration, .plays: .number
        case .year, .discs, .songs, .rating: .shortNumber
        case .bookmarked: .flag
        case .released: .day
        case .added, .played: .time
        case .id, .name, .artist, .genres, .explicit, .artwork: .text
        }
    }
}

extension AlbumCellModel: RowModel {
    public func value(of field: AlbumField) -> FieldValue {
        switch field {
        case .id: .text(album.id.description)
        case .name: .text(album.name)
        case .artist: FieldValue(album.artist)
        case .year: FieldValue(album.released?.year)
        case .released: FieldValue(album.released?.description)
        case .genres: .list(album.genres)
        case .discs: .integer(album.discCount)
        case .songs: .integer(album.songCount)
        case .duration: FieldValue(seconds: album.duration)
        case .explicit: .text(album.explicit.rawValue)
        case .artwork: FieldValue(album.artwork?.description)
        case .added: FieldValue(TimestampText(album.added)?.text)
        case .plays: .integer(album.plays)
        case .played: FieldValue(album.lastPlayed.flatMap(TimestampText.init)?.text)
        case .bookmarked: .flag(isBookmarked)
        case .rating: FieldValue(rating?.rawValue)
        }
    }
}

extension EmptyListText {
    /// A list of the albums of a query.
    package static func albums(_ query: AlbumQuery) -> EmptyListText {
        if !query.text.isEmpty {
            let hint = SearchQuery.invalidValue(in: query.text)?.hint ?? ""
            return EmptyListText(
                "No album matches “\(query.text.onOneLine)”.", commandLine: hint, tui: hint, web: hint)
        }
        if let artist = query.artist { return EmptyListText("No album of “\(artist.onOneLine)” was found.") }
        if query.bookmarkedOnly {
            return EmptyListText(
                "No album is bookmarked yet.", commandLine: "Bookmark one with: fermata bookmark --album NAME")
        }
        return EmptyListText(
            "There are no albums yet.", commandLine: "Songs that name their album make one: fermata sync",
            tui: "Songs that name their album make one.", web: "Songs that name their album make one.")
    }

    /// An album that has left the library.
    package static let album = EmptyListText("None of its songs is in the library.")
}

/// An order of albums, as options and parameters name it.
public enum AlbumOrderKey: String, Sendable, CaseIterable {
    case relevance, name, artist, newest, added, played, plays, random

    init(_ order: AlbumOrder) {
        self =
            switch order {
            case .relevance: .relevance
            case .name: .name
            case .artist: .artist
            case .newest: .newest
            case .added: .added
            case .played: .played
            case .plays: .plays
            case .random: .random
            }
    }

    /// The order; `seed` decides the random one.
    public func order(seed: UInt64) -> AlbumOrder {
        switch self {
        case .relevance: .relevance
        case .name: .name
        case .artist: .artist
        case .newest: .newest
        case .added: .added
        case .played: .played
        case .plays: .plays
        case .random: .random(seed: seed)
        }
    }
}

extension AlbumQuery {
    /// The orders that differ for the query: without words to compare, relevance is the order by name.
    var distinctOrders: [AlbumOrderKey] {
        AlbumOrderKey.allCases.filter { $0 != .relevance || !SearchQuery(text).words.isEmpty }
    }

    /// The order as one of the distinct ones.
    var distinctOrder: AlbumOrderKey {
        let key = AlbumOrderKey(order)
        return distinctOrders.contains(key) ? key : .name
    }
}
