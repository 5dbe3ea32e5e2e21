/// Undoes the last change that the listener may see.
public struct UndoUsecase: Sendable {
    private let repository: any UndoRepository
    private let player: ControlPlayerUsecase
    private let listener: Listener

    /// `player` changes the queue, also that of another program that plays it.
    public init(repository: any UndoRepository, player: ControlPlayerUsecase, listener: Listener) {
        self.repository = repository
        self.player = player
        self.listener = listener
    }

    /// Returns the change once the state before it is restored durably. Throws `UndoError.nothingToUndo` and, for a change
    /// of the queue, `PlayerError`.
    public func execute() async throws -> UndoableChange {
        // Another program may undo the same change of the queue first.
        for _ in 0..<UndoableChange.limit {
            guard let change = try await repository.undoLast(allowing: listener.filter) else { break }
            guard case .queue(let number) = change.subject else { return change }
            do {
                _ = try await player.execute(.undo(change: number))
                return change
            } catch PlayerError.nothingToUndo {}
        }
        throw UndoError.nothingToUndo
    }
}

/// Lists the undoable changes that the listener may see.
public struct GetUndoableChangesUsecase: Sendable {
    private let repository: any UndoRepository
    private let listener: Listener

    public init(repository: any UndoRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns the last changes, the last one first.
    public func execute() async throws -> [UndoableChange] {
        try await repository.changes(allowing: listener.filter, limit: UndoableChange.limit)
    }
}

/// An error of undoing changes.
public enum UndoError: Error, Equatable, Sendable {
    case nothingToUndo
}
