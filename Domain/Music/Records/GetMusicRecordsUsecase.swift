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
