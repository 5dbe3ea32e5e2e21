/// Undoes the last change that the listener may see.
public struct UndoUsecase: Sendable {
    private let repository: any UndoRepository
    private let listener: Listener

    public init(repository: any UndoRepository, listener: Listener) {
        self.repository = repository
        self.listener = listener
    }

    /// Returns the change once the state before it is restored durably. Throws `UndoError.nothingToUndo`.
    public func execute() async throws -> UndoableChange {
        guard let change = try await repository.undoLast(allowing: listener.filter) else {
            throw UndoError.nothingToUndo
        }
        return change
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
