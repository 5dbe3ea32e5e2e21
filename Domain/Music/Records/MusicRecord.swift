/// The values that one source states for a song.
public struct MusicRecord: Equatable, Sendable {
    /// The source's name.
    public var source: String
    public var title: String
    public var artist: String
    public var album: String
    public var duration: Duration
    public var explicit: ExplicitStatus
    /// An absolute address as received.
    public var audioURL: String?

    public init(
        source: String, title: String, artist: String, album: String, duration: Duration, explicit: ExplicitStatus,
        audioURL: String?
    ) {
        self.source = source
        self.title = title
        self.artist = artist
        self.album = album
        self.duration = duration
        self.explicit = explicit
        self.audioURL = audioURL
    }
}

/// The records of songs, one for each source.
public protocol MusicRecordRepository: Sendable {
    /// Returns one record for each source of a song, in the order in which the sources were added.
    ///
    /// Throws `MusicError.notFound` for unknown music and for music that the filter excludes.
    func records(of id: MusicID, allowing filter: ExplicitFilter) async throws -> [MusicRecord]
}
