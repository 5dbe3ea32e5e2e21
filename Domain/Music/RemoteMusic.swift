/// A song as a source provides it, without the values that only the library has.
public struct RemoteMusic: Equatable, Sendable {
    /// The music's identity within its source.
    public var key: String
    public var title: String
    public var artist: String
    public var album: String
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

    public init(
        key: String, title: String, artist: String = "", album: String = "", duration: Duration = .zero,
        disc: Int? = nil, track: Int? = nil, genre: String? = nil,
        artworkURL: String? = nil, audioURL: String? = nil, lyrics: String = "",
        explicit: ExplicitStatus = .unknown, popularity: Double? = nil, released: ReleaseDate? = nil,
        recording: RecordingID? = nil,
        needsKey: Bool = false
    ) {
        self.key = key
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
        self.recording = recording
        self.needsKey = needsKey
    }
}
