public import FermataDomain

/// A request for the page of albums: those of a search, of a genre and of years, in an order.
public struct AlbumPageQuery: Equatable, Sendable {
    public var text: String
    /// A text that the genre contains.
    public var genre: String?
    /// Years as a search writes them: `1977`, `1970..1979`.
    public var year: String?
    public var artist: String?
    public var bookmarkedOnly: Bool
    public var order: AlbumOrderKey
    public var isReversed: Bool
    /// Decides the random order.
    public var seed: UInt64
    public var window: Window

    public init(
        text: String = "", genre: String? = nil, year: String? = nil, artist: String? = nil,
        bookmarkedOnly: Bool = false, order: AlbumOrderKey = .relevance, isReversed: Bool = false, seed: UInt64 = 0,
        window: Window = .all
    ) {
        self.text = text
        self.genre = genre
        self.year = year
        self.artist = artist
        self.bookmarkedOnly = bookmarkedOnly
        self.order = order
        self.isReversed = isReversed
        self.seed = seed
        self.window = window
    }

    /// The albums of the page.
    public var albums: AlbumQuery {
        let terms = [genre.map { SearchQuery.text(.genre, containing: $0) }, year.map { "year:\($0)" }]
        return AlbumQuery(
            text: ([text] + terms.compactMap(\.self)).filter { !$0.isEmpty }.joined(separator: " "), artist: artist,
            bookmarkedOnly: bookmarkedOnly, order: order.order(seed: seed), isReversed: isReversed, window: window)
    }

    /// The request as items of an address's query, without its window and default values.
    fileprivate var queryItems: [(key: String, value: String)] {
        var items: [(key: String, value: String)] = []
        if !text.isEmpty { items.append(("text", text)) }
        for (key, value) in [("genre", genre), ("year", year), ("artist", artist)] {
            if let value { items.append((key, value)) }
        }
        if bookmarkedOnly { items.append(("bookmarked", "true")) }
        if order != .relevance { items.append(("sort", order.rawValue)) }
        if order == .random { items.append(("seed", String(seed))) }
        if isReversed { items.append(("reverse", "true")) }
        return items
    }
}

/// The title, counts and links of a page of albums.
public struct AlbumListPageModel: Equatable, Sendable {
    /// How many genres the page links; the page of genres has all of them.
    public static let genreLimit = 12
    /// The years that links cover; a wrong date would add hundreds of decades.
    private static let linkedYears = 1900...2099
    private let query: AlbumPageQuery
    private let total: Int?
    private let mainGenres: [String]
    private let releaseYears: ClosedRange<Int>?

    /// `genres` are those that the page links, and `years` are those of all releases, if there are any.
    ///
    /// `total` is nil if more rows follow than the window has, and they are not counted.
    public init(_ query: AlbumPageQuery, total: Int?, genres: [GenreCellModel], years: ClosedRange<Int>?) {
        self.query = query
        self.total = total
        mainGenres = genres.prefix(Self.genreLimit).map(\.name)
        releaseYears = years?.clamped(to: Self.linkedYears)
    }

    /// `Albums`, or an artist.
    public var title: String { query.artist.flatMap { $0.isEmpty ? nil : $0 } ?? PageScreen.albums.title }
    public var countText: String { CountText(total, "album").text }

    public var search: SearchModel {
        SearchModel(
            "Find albums", .albums, text: query.text, items: query.queryItems.filter { $0.key != "text" })
    }

    public var sorts: [LinkModel] {
        let current = query.albums.distinctOrder
        return query.albums.distinctOrders.map { order in
            LinkModel(order.title, address { $0.order = order }, isCurrent: order == current)
        }
    }

    /// Links that turn a setting of the list on or off.
    public var switches: [LinkModel] {
        let reversed = LinkModel("Reversed", address { $0.isReversed.toggle() }, isCurrent: query.isReversed)
        let bookmarked = LinkModel(
            "Bookmarked", address { $0.bookmarkedOnly.toggle() }, isCurrent: query.bookmarkedOnly)
        return [reversed, bookmarked]
    }

    /// Links that filter by a genre, or end the filter, and a link to all genres.
    public var genres: [LinkModel] {
        let others = query.genre.map { mainGenres.contains($0) ? [] : [$0] } ?? []
        if mainGenres.isEmpty, others.isEmpty { return [] }
        return (others + mainGenres).map { genre in
            let isCurrent = genre == query.genre
            return LinkModel(genre, address { $0.genre = isCurrent ? nil : genre }, isCurrent: isCurrent)
        } + [LinkModel("All genres", .genres)]
    }

    /// Links that filter by a decade of the library's releases, latest first, or end the filter.
    public var years: [LinkModel] {
        let decades = (releaseYears.map { $0.lowerBound / 10...$0.upperBound / 10 }.map(Array.init) ?? []).reversed()
            .map { (title: "\($0)0s", value: "\($0)0..\($0)9") }
        let other = query.year.flatMap { year in decades.contains { $0.value == year } ? nil : year }
        return (other.map { [($0, $0)] } ?? []).map(link) + decades.map(link)
    }

    private func link(title: String, value: String) -> LinkModel {
        let isCurrent = value == query.year
        return LinkModel(title, address { $0.year = isCurrent ? nil : value }, isCurrent: isCurrent)
    }

    public var paging: PagingModel {
        PagingModel(query.window, total: total) { window in address { $0.window = window } }
    }

    public var emptyText: String { paging.emptyText(.albums(query.albums)) }

    /// The address of the list after a change, from its first row on.
    private func address(_ change: (inout AlbumPageQuery) -> Void) -> PageAddress {
        var query = query
        query.window.offset = 0
        change(&query)
        return PageAddress.albums.withQuery(query.queryItems + query.window.queryItems)
    }
}

extension AlbumOrderKey {
    /// The order's name on a page.
    var title: String {
        switch self {
        case .relevance: "Relevance"
        case .name: "Name"
        case .artist: "Artist"
        case .newest: "Newest"
        case .added: "Recently added"
        case .played: "Recently played"
        case .plays: "Most played"
        case .random: "Random"
        }
    }
}

/// The title, texts and links of the page of an album.
public struct AlbumPageModel: Equatable, Sendable {
    /// How many tracks a page has.
    public static let pageSize = 500
    private let screen: AlbumScreen
    private let window: Window

    public init(_ screen: AlbumScreen, window: Window) {
        self.screen = screen
        self.window = window
    }

    public var title: String { screen.album.name }
    /// `2 discs, 11 songs, 38:26`
    public var countText: String {
        [screen.album.discsText, screen.album.countText, screen.album.durationText].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
    /// The address of the album, whose songs the buttons play.
    public var address: PageAddress { .album(screen.album.id) }
    public var collection: SongCollectionModel { .album(screen.album.id) }
    public var artwork: ArtworkModel { screen.album.artworkModel }
    /// The link to the artist; nil for an album without one.
    public var artist: LinkModel? {
        PageAddress.artist(screen.album.artist).map { LinkModel(screen.album.artist, $0) }
    }
    public var yearText: String { screen.album.yearText }
    public var annotations: AnnotationModel { AnnotationModel(screen.album) }
    /// The links to the albums of each genre.
    public var genres: [LinkModel] {
        screen.album.genres.compactMap { genre in PageAddress.albums(genre: genre).map { LinkModel(genre, $0) } }
    }
    public var tracks: [AlbumTrackCellModel] { screen.tracks }
    public var paging: PagingModel {
        PagingModel(window, total: screen.album.songCount) { window in
            var items = window.offset > 0 ? [(key: "offset", value: String(window.offset))] : []
            if let limit = window.limit, limit != Self.pageSize { items.append(("limit", String(limit))) }
            return address.withQuery(items)
        }
    }
    public var emptyText: String { paging.emptyText(.album) }
}

extension GenreCellModel {
    /// The list of its albums; nil if the name is too long for an address.
    public var address: PageAddress? { .albums(genre: name) }
}
