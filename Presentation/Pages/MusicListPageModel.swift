public import FermataDomain

/// The title, counts and links of a list of music: of all music, or of bookmarked music.
public struct MusicListPageModel: Equatable, Sendable {
    private let query: MusicQuery
    private let total: Int?

    /// `total` is nil if more rows follow than the window has, and they are not counted.
    public init(_ query: MusicQuery, total: Int?) {
        self.query = query
        self.total = total
    }

    public var screen: PageScreen { query.bookmarkedOnly ? .bookmarks : .music }
    /// The content of the list: `Music`, `Bookmarks`, an album or a source.
    public var title: String {
        [query.album?.name, query.artist, query.source].compactMap { $0 }.first { !$0.isEmpty } ?? screen.title
    }
    public var countText: String { CountText(total, "song").text }

    public var search: SearchModel {
        SearchModel(
            query.bookmarkedOnly ? "Find bookmarks" : "Find music", base, text: query.text,
            items: query.queryItems.filter { $0.key != "text" && $0.key != "bookmarked" })
    }

    public var sorts: [LinkModel] {
        let current = query.distinctOrder
        return query.distinctOrders.map { order in
            LinkModel(order.title, address { $0.order = order }, isCurrent: order == current)
        }
    }

    /// Links that turn a setting of the list on or off.
    public var switches: [LinkModel] {
        let reversed = LinkModel("Reversed", address { $0.isReversed.toggle() }, isCurrent: query.isReversed)
        if query.bookmarkedOnly { return [reversed] }
        return [
            reversed,
            LinkModel(
                "Bookmarked first", address { $0.bookmarkedFirst.toggle() }, isCurrent: query.bookmarkedFirst),
        ]
    }

    public var paging: PagingModel {
        PagingModel(query.window, total: total) { window in address { $0.window = window } }
    }

    public var emptyText: String { paging.emptyText(.music(query)) }

    /// The songs that the button plays in a random order: any of the library, or the first ones of a filtered list.
    public var shuffled: PageAddress {
        let orders = ["sort", "reverse", "bookmarkedFirst"]
        let filters = query.queryItems.filter { !orders.contains($0.key) }
        return filters.isEmpty ? .random : address { _ in }
    }

    /// The page of any songs of the library.
    public static let randomTitle = "Random songs"

    private var base: PageAddress { query.bookmarkedOnly ? .bookmarks : .musicList }

    /// The address of the list after a change, from its first row on.
    private func address(_ change: (inout MusicQuery) -> Void) -> PageAddress {
        var query = query
        query.window.offset = 0
        change(&query)
        return base.withQuery(query.queryItems.filter { $0.key != "bookmarked" } + query.window.queryItems)
    }
}

extension SortOrder {
    /// The order's name on a page.
    var title: String {
        switch self {
        case .relevance: "Relevance"
        case .title: "Title"
        case .artist: "Artist"
        case .album: "Album"
        case .popular: "Most popular"
        case .newest: "Newest"
        case .added: "Recently added"
        case .played: "Recently played"
        case .plays: "Most played"
        case .rating: "Highest rated"
        }
    }
}

extension MusicQuery {
    /// The query as items of an address's query, without its window and default values.
    var queryItems: [(key: String, value: String)] {
        var items: [(key: String, value: String)] = []
        if !text.isEmpty { items.append(("text", text)) }
        for (key, value) in [("artist", artist), ("album", album?.name), ("source", source)] {
            if let value { items.append((key, value)) }
        }
        if bookmarkedOnly { items.append(("bookmarked", "true")) }
        if downloadedOnly { items.append(("downloaded", "true")) }
        if order != .relevance { items.append(("sort", order.rawValue)) }
        if isReversed { items.append(("reverse", "true")) }
        if bookmarkedFirst { items.append(("bookmarkedFirst", "true")) }
        return items
    }
}

/// A search field and the address of its results.
public struct SearchModel: Equatable, Sendable {
    /// The label: `Find music`.
    public let label: String
    public let address: PageAddress
    /// The text in the field.
    public let text: String
    /// The other items of the query, by key.
    public let fields: [Field]
    /// The address of the completions; nil in a search by name.
    public let suggestions: PageAddress?
    /// The completions that a browser without scripts offers for an empty field: `artist:` and the other keys.
    public let keys: [String]

    /// An item of the query that the form also sends.
    public struct Field: Equatable, Sendable {
        public let key, value: String

        public init(key: String, value: String) { (self.key, self.value) = (key, value) }
    }

    init(
        _ label: String, _ address: PageAddress, text: String = "", items: [(key: String, value: String)] = [],
        completesTerms: Bool = true
    ) {
        self.label = label
        self.address = address
        self.text = text
        suggestions = completesTerms ? .api("/suggestions") : nil
        keys = completesTerms ? SearchQuery.keys.map { $0 + ":" } : []
        fields = items.map { Field(key: $0.key, value: $0.value) }
    }

    /// The search for music that every page offers.
    public static let music = SearchModel("Find music", .musicList)

    /// The search for albums.
    public static let albums = SearchModel("Find albums", .albums)

    /// The search for playlists by name.
    public static func playlists(named text: String) -> SearchModel {
        SearchModel("Find playlists", .playlists, text: text, completesTerms: false)
    }
}
