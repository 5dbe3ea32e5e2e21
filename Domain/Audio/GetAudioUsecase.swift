/// Gets the audio of a song that the listener may hear.
public struct GetAudioUsecase: Sendable {
    private let music: any MusicRepository
    private let stored: [any StoredAudioRepository]
    private let remote: any AudioRepository
    private let listener: Listener
    private let propertiesCache = AudioPropertiesCache()

    /// `stored` are the repositories of files; the first one with a file is used. `remote` reads the audio of sources.
    public init(
        music: any MusicRepository, stored: [any StoredAudioRepository], remote: any AudioRepository,
        listener: Listener
    ) {
        self.music = music
        self.stored = stored
        self.remote = remote
        self.listener = listener
    }

    /// Returns a file on this computer, or else the audio of the song's source, which is not read yet.
    ///
    /// Throws `MusicError.notFound`, `MusicError.noAudio` or `SourceFailure`.
    public func execute(_ id: MusicID) async throws -> Audio {
        let song = try await music.music(id, allowedBy: listener)
        for repository in stored {
            if let audio = try await repository.audio(of: song) { return .file(audio) }
        }
        guard song.audioURL != nil else { throw MusicError.noAudio(title: song.title) }
        if song.isLocal { throw SourceFailure(.folder(.missing), address: song.title) }
        return .source(SourceAudio(of: song, in: remote, propertiesCache))
    }
}

/// The audio of a song.
public enum Audio: Sendable {
    case file(StoredAudio)
    case source(SourceAudio)
}
