/// Serves audio that is not a file to players on this computer.
public protocol AudioServer: Sendable {
    /// Returns an address at which only the player of this program reads the audio of a song.
    ///
    /// Throws `PlayerError.cannotServeAudio` if the program cannot serve it.
    func address(of song: MusicID) async throws(PlayerError) -> String
}
