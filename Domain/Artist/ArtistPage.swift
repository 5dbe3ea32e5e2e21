/// All that an artist's page shows, as far as it is known by now.
public struct ArtistPage: Equatable, Sendable {
    public var artist: String
    /// The first tracks in their order.
    public var tracks: [Music]
    /// How many tracks there are, those not in `tracks` included.
    public var trackCount: Int
    public var playlists: Loading<[ArtistPlaylist]>
    public var related: Loading<[RelatedArtist]>
    /// The state of each track that is wanted, downloaded or failed.
    public var downloads: [MusicID: DownloadState]
    /// How many playlists, and how many related artists, are shown: one more is there where there are more.
    public var relatedLimit: Int
    public var freshness: Freshness

    public init(
        artist: String, tracks: [Music], trackCount: Int, playlists: Loading<[ArtistPlaylist]> = .loading,
        related: Loading<[RelatedArtist]> = .loading, downloads: [MusicID: DownloadState] = [:],
        relatedLimit: Int = .max, freshness: Freshness
    ) {
        self.artist = artist
        self.tracks = tracks
        self.trackCount = trackCount
        self.playlists = playlists
        self.related = related
        self.downloads = downloads
        self.relatedLimit = relatedLimit
        self.freshness = freshness
    }
}

/// A part of a screen that is read by itself.
public enum Loading<Value: Equatable & Sendable>: Equatable, Sendable {
    case loading
    case loaded(Value)
    case failed(LibraryError)
}

/// What has become of an artist's page.
public enum ArtistPageUpdate: Equatable, Sendable {
    case page(ArtistPage)
    /// The download of one of its tracks has moved.
    case download(Download)
}

/// Which tracks an artist's page shows, and in which order.
public struct ArtistPageQuery: Equatable, Sendable {
    public var artist: String
    public var order: TrackOrder
    public var bookmarkedFirst: Bool
    /// How many tracks are shown at the most.
    public var trackLimit: Int
    /// How many playlists, and how many related artists, are shown at the most.
    public var relatedLimit: Int

    public init(
        artist: String, order: TrackOrder = .alphabetical, bookmarkedFirst: Bool = false, trackLimit: Int = 1_000,
        relatedLimit: Int = 20
    ) {
        self.artist = artist
        self.order = order
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
