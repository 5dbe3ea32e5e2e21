/// Which tracks an artist's page shows and in which order.
public struct ArtistPageQuery: Equatable, Sendable {
    public var artist: String
    public var order: TrackOrder
    /// Reverses the order; tracks with an unknown date or popularity stay last.
    public var isReversed: Bool
    public var bookmarkedFirst: Bool
    /// The largest number of tracks to show.
    public var trackLimit: Int
    /// The largest number of playlists, and of related artists, to show.
    public var relatedLimit: Int

    public init(
        artist: String, order: TrackOrder = .alphabetical, isReversed: Bool = false, bookmarkedFirst: Bool = false,
        trackLimit: Int = 1_000, relatedLimit: Int = 20
    ) {
        self.artist = artist
        self.order = order
        self.isReversed = isReversed
        self.bookmarkedFirst = bookmarkedFirst
        self.trackLimit = trackLimit
        self.relatedLimit = relatedLimit
    }
}

/// The orders of an artist's tracks.
public enum TrackOrder: String, Equatable, Sendable, CaseIterable {
    case alphabetical
    case alphabeticalDescending = "alphabetical-descending"
    /// Most popular first.
    case popular
    /// Latest release first.
    case newest
}
