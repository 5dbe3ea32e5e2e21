public import Foundation

/// A song as the library lists it; `LyricsRepository` returns its lyrics.
public struct Music: Equatable, Sendable, Identifiable {
    public let id: MusicID
    public var title: String
    public var artist: String
    /// The single artists if the song has several, in the order of `ArtistName` and without one that equals `artist`.
    ///
    /// Each one's page shows the song.
    public var artists: [String]
    public var album: String
    /// The artist of the album; empty if it is unknown.
    public var albumArtist: String
    public var duration: Duration
    public var disc: Int?
    public var track: Int?
    public var genre: String?
    /// An absolute address as received; it is parsed only to fetch it.
    public var artworkURL: String?
    /// An absolute address as received; it is parsed only to fetch it.
    public var audioURL: String?
    public var explicit: ExplicitStatus
    public var popularity: Double?
    public var released: ReleaseDate?
    /// The MusicBrainz id of the release; it distinguishes albums of one name and artist.
    public var release: MusicBrainzID?
    /// When the library first stored the song, rounded down to seconds.
    public var added: Date
    /// The names of all sources that provide the recording.
    public var sources: [String]
    public var isBookmarked: Bool
    /// Nil if the song is not rated.
    public var rating: Rating?
    /// Whether the audio is available offline: downloaded, or a file of a folder that is a source.
    public var isDownloaded: Bool
    /// How often the song was played.
    public var plays: Int
    /// When the last play began, rounded down to seconds; nil if the song was never played.
    public var lastPlayed: Date?

    public init(
        id: MusicID, title: String, artist: String = "", artists: [String] = [], album: String = "",
        albumArtist: String = "", duration: Duration = .zero,
        disc: Int? = nil, track: Int? = nil, genre: String? = nil,
        artworkURL: String? = nil, audioURL: String? = nil,
        explicit: ExplicitStatus = .unknown, popularity: Double? = nil, released: ReleaseDate? = nil,
        release: MusicBrainzID? = nil, added: Date = .distantPast, sources: [String] = [], isBookmarked: Bool = false,
        rating: Rating? = nil, isDownloaded: Bool = false, plays: Int = 0, lastPlayed: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.artist = artist
        self.artists = artists
        self.album = album
        self.albumArtist = albumArtist
        self.duration = duration
        self.disc = disc
        self.track = track
        self.genre = genre
        self.artworkURL = artworkURL
        self.audioURL = audioURL
        self.explicit = explicit
        self.popularity = popularity
        self.released = released
        self.release = release
        self.added = added
        self.sources = sources
        self.isBookmarked = isBookmarked
        self.rating = rating
        self.isDownloaded = isDownloaded
        self.plays = plays
        self.lastPlayed = lastPlayed
    }

    /// The names of all artists of the song: the one that it shows, unless it is empty, and its single artists.
    public var allArtists: [String] { (artist.isEmpty ? [] : [artist]) + artists }

    /// Whether an artist's page shows the song.
    public func isBy(_ name: ArtistName) -> Bool {
        ArtistName(artist) == name || artists.contains { ArtistName($0) == name }
    }

    /// Whether the audio is a file of a folder that is a source, so that there is nothing to download.
    public var isLocal: Bool { audioURL?.isLocalAddress == true }

    /// Whether the audio was downloaded. A file of a folder is available offline without a download.
    public var hasDownload: Bool { isDownloaded && !isLocal }

    /// Whether the song can be downloaded: its source names an audio file, or the file is already stored.
    public var canBeDownloaded: Bool { !isLocal && (audioURL != nil || isDownloaded) }
}

extension String {
    /// Whether an address is that of a file on this computer (RFC 8089).
    package var isLocalAddress: Bool { hasPrefix("file:") }
}

/// An error about one piece of music.
public enum MusicError: Error, Equatable, Sendable {
    /// No music that the listener may see has this id or prefix of an id.
    case notFound(String)
    /// Several ids begin with the prefix.
    case ambiguousID(String, candidates: [Music])
    /// No song that the listener may see matches the query; the query without filters stands for an empty library. See
    /// `CloseNames` for the close songs.
    case noMatch(MusicQuery, close: [Music] = [])
    /// The song with this title has no audio to download.
    case noAudio(title: String)
}
