/// A performer, identified by name; names that compare equal are one artist.
public struct Artist: Equatable, Sendable {
    /// The most frequent spelling; of equally frequent ones, the first by code point.
    public var name: String
    /// How many of the artist's tracks the listener may see, including those that the artist shares with others.
    public var trackCount: Int

    public init(name: String, trackCount: Int) {
        self.name = name
        self.trackCount = trackCount
    }
}

/// An artist who shares playlists with another.
public struct RelatedArtist: Equatable, Sendable {
    public var artist: Artist
    public var sharedPlaylists: Int
    /// The sum of the weights of the shared playlists; see `RelatedArtists`.
    public var closeness: Int

    public init(artist: Artist, sharedPlaylists: Int, closeness: Int) {
        self.artist = artist
        self.sharedPlaylists = sharedPlaylists
        self.closeness = closeness
    }
}

/// An error about one artist.
public enum ArtistError: Error, Equatable, Sendable {
    /// No artist's name contains the text; see `CloseNames`.
    case notFound(String, close: [Artist] = [])
    /// Several artists' names contain the text.
    case ambiguousName(String, candidates: [Artist])
}
