public import Foundation

/// One piece of music as the library knows it.
public struct Music: Equatable, Sendable, Identifiable {
    public let id: MusicID
    public var title: String
    public var artist: String
    public var album: String
    public var duration: Duration
    public var disc: Int?
    public var track: Int?
    public var genre: String?
    /// Absolute address as text: it is parsed only where it is fetched.
    public var artworkURL: String?
    /// Absolute address as text: it is parsed only where it is fetched.
    public var audioURL: String?
    public var lyrics: String
    public var explicit: ExplicitStatus
    public var popularity: Double?
    public var released: ReleaseDate?
    /// When the library first held it, in whole seconds.
    public var added: Date
    /// Names of the sources it came from; more than one where a recording is in several.
    public var sources: [String]
    public var isBookmarked: Bool
    public var isDownloaded: Bool

    public init(
        id: MusicID, title: String, artist: String = "", album: String = "", duration: Duration = .zero,
        disc: Int? = nil, track: Int? = nil, genre: String? = nil,
        artworkURL: String? = nil, audioURL: String? = nil, lyrics: String = "",
        explicit: ExplicitStatus = .unknown, popularity: Double? = nil, released: ReleaseDate? = nil,
        added: Date = .distantPast, sources: [String] = [], isBookmarked: Bool = false, isDownloaded: Bool = false
    ) {
        self.id = id
        self.title = title
        self.artist = artist
        self.album = album
        self.duration = duration
        self.disc = disc
        self.track = track
        self.genre = genre
        self.artworkURL = artworkURL
        self.audioURL = audioURL
        self.lyrics = lyrics
        self.explicit = explicit
        self.popularity = popularity
        self.released = released
        self.added = added
        self.sources = sources
        self.isBookmarked = isBookmarked
        self.isDownloaded = isDownloaded
    }
}
