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
    /// How many playlists and related artists to show; the page has one more of each if more exist.
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

/// A part of the page that loads separately.
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
