public import FermataDomain
import Synchronization

/// Returns a status for every command, and records the commands. Without a status, it throws.
public final class PlayerControlStub: PlayerControl {
    private let stored: PlayerStatus?
    private let error: PlayerError
    private let performed = Mutex<[PlayerCommand]>([])

    public init(status: PlayerStatus? = nil, error: PlayerError = .notRunning) {
        (stored, self.error) = (status, error)
    }

    public var commands: [PlayerCommand] { performed.withLock { $0 } }

    public func perform(_ command: PlayerCommand) async throws -> PlayerStatus {
        performed.withLock { $0.append(command) }
        return try await status()
    }

    public func status() async throws -> PlayerStatus {
        guard let stored else { throw error }
        return stored
    }
}
