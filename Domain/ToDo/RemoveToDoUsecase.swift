/// Removes to-dos from the list.
public struct RemoveToDoUsecase: Sendable {
    private let toDos: any ToDoRepository

    public init(toDos: any ToDoRepository) {
        self.toDos = toDos
    }

    /// Removes all of these to-dos, or none if one does not exist. Throws `ToDoError.notFound`.
    public func execute(_ numbers: [Int]) async throws {
        try await toDos.remove(numbers)
    }
}
