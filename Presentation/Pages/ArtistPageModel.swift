public import FermataDomain

/// The title and links of an artist's page.
public struct ArtistPageModel: Equatable, Sendable {
    private let query: ArtistPageQuery
    /// Nil for an artist whose name is no part of a path.
    public let annotations: AnnotationModel?

    public init(_ query: ArtistPageQuery, of artist: ListedArtistCellModel) {
        (self.query, annotations) = (query, AnnotationModel(artist))
    }

    public var title: String { query.artist }

    public var sorts: [LinkModel] {
        TrackOrder.allCases.compactMap { order in
            link(order.title, isCurrent: order == query.order) { $0.order = order }
        }
    }

    public var switches: [LinkModel] {
        [link("Bookmarked first", isCurrent: query.bookmarkedFirst) { $0.bookmarkedFirst.toggle() }].compactMap { $0 }
    }

    /// The songs that the button plays: all of the artist's, album by album.
    public var playedSongs: PageAddress? { PageAddress.songs(by: query.artist) }

    public var collection: SongCollectionModel { .artist(query.artist) }

    /// The address of the list with the rows that a message says are more; nil for another message.
    public func list(for message: MessageCellModel) -> PageAddress? {
        guard message.kind == .more else { return nil }
        return switch message.part {
        case .tracks: .list(artist: query.artist)
        case .albums: .albums(artist: query.artist)
        case .table, .playlists, .relatedArtists: nil
        }
    }

    private func link(_ title: String, isCurrent: Bool, _ change: (inout ArtistPageQuery) -> Void) -> LinkModel? {
        var query = query
        change(&query)
        var items: [(key: String, value: String)] = []
        if query.order != .popular { items.append(("sort", query.order.rawValue)) }
        if query.bookmarkedFirst { items.append(("bookmarkedFirst", "true")) }
        return PageAddress.artist(query.artist).map { LinkModel(title, $0.withQuery(items), isCurrent: isCurrent) }
    }
}

extension TrackOrder {
    /// The order's name on a page.
    var title: String {
        switch self {
        case .alphabetical: "A to Z"
        case .alphabeticalDescending: "Z to A"
        case .popular: "Most popular"
        case .newest: "Newest"
        }
    }
}
