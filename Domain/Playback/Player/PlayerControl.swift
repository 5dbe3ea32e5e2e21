/// Controls the player of a library, in this program or in another one.
public protocol PlayerControl: Sendable {
    /// Performs a command and returns the resulting status. Throws `PlayerError`.
    func perform(_ command: PlayerCommand) async throws -> PlayerStatus

    /// Returns the playback status. Throws `PlayerError.notRunning`.
    func status() async throws -> PlayerStatus
}
