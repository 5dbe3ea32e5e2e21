/// Gets the records of a song's sources, if the listener may see the song.
public struct GetMusicRecordsUsecase: Sendable {
    private let repository: any MusicRecordRepository
    private let listener: Listener

    public init(repository: any MusicRecordRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Throws `MusicError.notFound`, for a hidden song and for an unknown one.
    public func execute(of id: MusicID) async throws -> [MusicRecord] {
        try await repository.records(of: id, allowing: listener.filter)
    }
}

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
