public import FermataDomain

/// What an artist's page shows beside its rows.
public struct ArtistPageModel: Equatable, Sendable {
    private let query: ArtistPageQuery

    public init(_ query: ArtistPageQuery) {
        self.query = query
    }

    public var title: String { query.artist }

    public var sorts: [LinkModel] {
        TrackOrder.allCases.map { order in
            LinkModel(order.title, address { $0.order = order }, isCurrent: order == query.order)
        }
    }

    public var switches: [LinkModel] {
        [
            LinkModel(
                "Bookmarked first", address { $0.bookmarkedFirst.toggle() }, isCurrent: query.bookmarkedFirst)
        ]
    }

    /// All the artist's tracks as a list, for what the page leaves out.
    public var allTracks: PageAddress { .playlist.asking([("artist", query.artist)]) }

    private func address(_ change: (inout ArtistPageQuery) -> Void) -> PageAddress {
        var query = query
        change(&query)
        var items: [(key: String, value: String)] = []
        if query.order != .alphabetical { items.append(("order", query.order.rawValue)) }
        if query.bookmarkedFirst { items.append(("bookmarkedFirst", "true")) }
        return .artist(query.artist).asking(items)
    }
}

extension TrackOrder {
    /// What a person calls it.
    var title: String {
        switch self {
        case .alphabetical: "A to Z"
        case .alphabeticalDescending: "Z to A"
        case .popular: "Most popular"
        case .newest: "Newest"
        }
    }
}
