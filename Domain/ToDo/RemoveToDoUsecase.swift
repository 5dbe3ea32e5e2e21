/// Removes to-dos that the listener may see from the list.
public struct RemoveToDoUsecase: Sendable {
    private let toDos: any ToDoRepository
    private let listener: Listener

    public init(toDos: any ToDoRepository, listener: Listener) {
        self.toDos = toDos
        self.listener = listener
    }

    /// Removes all of these to-dos, or none if one does not exist. Throws `ToDoError.notFound`.
    public func execute(_ numbers: [Int]) async throws {
        try await toDos.remove(numbers, allowing: listener.filter)
    }
}
