/// Finds where a player reads the audio of songs.
public protocol PlayableAudioRepository: Sendable {
    /// Returns the downloaded file of a song, else the file of its folder, else an address of its source's audio.
    ///
    /// Throws `MusicError.noAudio` and `SourceFailure`.
    func location(of song: Music) async throws -> AudioLocation
}
