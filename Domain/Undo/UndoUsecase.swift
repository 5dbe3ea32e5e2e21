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

    /// Returns the change once the state before it is restored durably.
    ///
    /// If the program that plays cannot undo a change of the queue, undoes the last other change instead. With a number,
    /// undoes only the change that has it. Throws `UndoError`, and the `PlayerError` if no other change can be undone.
    public func execute(change number: Int? = nil) async throws -> UndoneChange {
        var queueError: PlayerError?
        // Another program may undo the same change of the queue first.
        for _ in 0..<UndoableChange.limit {
            let last = try await repository.undoLast(
                allowing: listener.filter, includingQueue: queueError == nil, only: number)
            guard let change = last else { break }
            guard case .queue(let recorded) = change.subject else {
                return UndoneChange(change, queueError: queueError)
            }
            do {
                _ = try await player.execute(.undo(change: recorded))
                return UndoneChange(change)
            } catch PlayerError.nothingToUndo where number == nil {
            } catch let error as PlayerError where number == nil {
                queueError = error
            }
        }
        throw queueError ?? UndoError.nothingToUndo
    }
}

/// A change that was undone.
public struct UndoneChange: Equatable, Sendable {
    public let change: UndoableChange
    /// Why a later change of the queue was not undone; nil if there was none.
    public let queueError: PlayerError?

    public init(_ change: UndoableChange, queueError: PlayerError? = nil) {
        (self.change, self.queueError) = (change, queueError)
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

    /// Returns the last changes, the last one first; at most `limit`.
    public func execute(limit: Int = UndoableChange.limit) async throws -> [UndoableChange] {
        try await repository.changes(allowing: listener.filter, limit: limit)
    }
}

/// An error of undoing changes.
public enum UndoError: Error, Equatable, Sendable {
    case nothingToUndo
    /// Later changes were made, or the change was undone before.
    case notLast
}
