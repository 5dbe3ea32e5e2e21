/// Whoever made some music, by name; names that compare equal are one artist.
public struct Artist: Equatable, Sendable {
    /// As most of the music writes it; of several that are as frequent, the first by code point.
    public var name: String
    /// How much of their music the listener may have.
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
    /// The sum of what each shared playlist weighs, see `RelatedArtists`.
    public var closeness: Int

    public init(artist: Artist, sharedPlaylists: Int, closeness: Int) {
        self.artist = artist
        self.sharedPlaylists = sharedPlaylists
        self.closeness = closeness
    }
}
