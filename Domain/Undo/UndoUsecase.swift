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
