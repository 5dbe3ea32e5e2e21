/// Controls the player of a library, in this program or in another one.
public protocol PlayerControl: Sendable {
    /// Performs a command and returns what is played then. Throws `PlayerError`.
    func perform(_ command: PlayerCommand) async throws -> PlayerStatus

    /// Returns what is played. Throws `PlayerError.notRunning`.
    func status() async throws -> PlayerStatus
}
