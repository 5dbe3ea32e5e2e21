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
