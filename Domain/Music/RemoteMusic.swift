/// A song as a source provides it, without the values that only the library has.
///
/// Its texts are cut to `TextLimits`.
public struct RemoteMusic: Equatable, Sendable {
    /// The music's identity within its source.
    public var key: String
    public var title: String
    public var artist: String
    /// The single artists if the song has several, in the order of `ArtistName`; see `SingleArtists`.
    public let artists: [String]
    public var album: String
    /// The artist of the album; empty if the source states none.
    public var albumArtist: String
    public var duration: Duration
    public var disc: Int?
    public var track: Int?
    public var genre: String?
    public var artworkURL: String?
    public var audioURL: String?
    public var lyrics: String
    public var explicit: ExplicitStatus
    public var popularity: Double?
    public var released: ReleaseDate?
    /// The MusicBrainz id of the recording, if the source states one.
    public var recording: RecordingID?
    /// Whether the library stores the key, because later requests to the source name the song by it.
    public var needsKey: Bool
    /// Whether a text was cut.
    public let isShortened: Bool

    public init(
        key: String, title: String, artist: String = "", artists: [String] = [], album: String = "",
        albumArtist: String = "", duration: Duration = .zero,
        disc: Int? = nil, track: Int? = nil, genre: String? = nil,
        artworkURL: String? = nil, audioURL: String? = nil, lyrics: String = "",
        explicit: ExplicitStatus = .unknown, popularity: Double? = nil, released: ReleaseDate? = nil,
        recording: RecordingID? = nil,
        needsKey: Bool = false
    ) {
        self.key = key
        self.title = title.cut(to: TextLimits.name)
        self.artist = artist.cut(to: TextLimits.name)
        self.artists = SingleArtists.stated(artists)
        self.album = album.cut(to: TextLimits.name)
        self.albumArtist = albumArtist.cut(to: TextLimits.name)
        self.duration = duration
        self.disc = disc
        self.track = track
        self.genre = genre?.cut(to: TextLimits.name)
        self.artworkURL = artworkURL.flatMap { $0.utf8.count > TextLimits.address ? nil : $0 }
        self.audioURL = audioURL.flatMap { $0.utf8.count > TextLimits.address ? nil : $0 }
        self.lyrics = lyrics.cut(to: TextLimits.lyrics)
        self.explicit = explicit
        self.popularity = popularity
        self.released = released
        self.recording = recording
        self.needsKey = needsKey
        isShortened =
            title.utf8.count > TextLimits.name || artist.utf8.count > TextLimits.name
            || album.utf8.count > TextLimits.name || genre?.utf8.count ?? 0 > TextLimits.name
            || albumArtist.utf8.count > TextLimits.name || lyrics.utf8.count > TextLimits.lyrics
            || artists.contains { $0.utf8.count > TextLimits.name }
    }
}
