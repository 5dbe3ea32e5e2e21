extension ArtistPageQuery {
    /// Returns the query for the tracks of the page.
    func tracks(allowing filter: ExplicitFilter) -> MusicQuery {
        MusicQuery(
            artist: artist, order: order.sortOrder, isReversed: (order == .alphabeticalDescending) != isReversed,
            bookmarkedFirst: bookmarkedFirst, explicit: filter, window: Window(limit: trackLimit))
    }
}

extension TrackOrder {
    fileprivate var sortOrder: SortOrder {
        switch self {
        case .alphabetical, .alphabeticalDescending: .title
        case .popular: .popular
        case .newest: .newest
        }
    }
}
