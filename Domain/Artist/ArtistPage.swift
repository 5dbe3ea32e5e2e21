/// The content of an artist's page as far as it is loaded.
public struct ArtistPage: Equatable, Sendable {
    public var artist: String
    /// The first tracks in their order.
    public var tracks: [Music]
    /// The number of all tracks, including those that are not in `tracks`.
    public var trackCount: Int
    public var playlists: Loading<[ArtistPlaylist]>
    public var related: Loading<[RelatedArtist]>
    /// The states of those tracks whose download was requested.
    public var downloads: [MusicID: DownloadState]
    /// How many playlists and related artists to show; the page holds one more of each if there are more.
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

/// A part of a screen that loads on its own.
public enum Loading<Value: Equatable & Sendable>: Equatable, Sendable {
    case loading
    case loaded(Value)
    case failed(LibraryError)
}

/// A change of an artist's page.
public enum ArtistPageUpdate: Equatable, Sendable {
    case page(ArtistPage)
    /// The download of one of its tracks changed.
    case download(Download)
}

/// Which tracks an artist's page shows and in which order.
public struct ArtistPageQuery: Equatable, Sendable {
    public var artist: String
    public var order: TrackOrder
    public var bookmarkedFirst: Bool
    /// The largest number of tracks to show.
    public var trackLimit: Int
    /// The largest number of playlists, and of related artists, to show.
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
