/// Removes to-dos from the list.
public struct RemoveToDoUsecase: Sendable {
    private let toDos: any ToDoRepository

    public init(toDos: any ToDoRepository) {
        self.toDos = toDos
    }

    /// Removes all of them or, where one is not there, none. Throws `ToDoError.notFound`.
    public func execute(_ numbers: [Int]) async throws {
        try await toDos.remove(numbers)
    }
}
