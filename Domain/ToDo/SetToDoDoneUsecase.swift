/// Marks to-dos that the listener may see as done or not done.
public struct SetToDoDoneUsecase: Sendable {
    private let toDos: any ToDoRepository
    private let listener: Listener

    public init(toDos: any ToDoRepository, listener: Listener) {
        self.toDos = toDos
        self.listener = listener
    }

    /// Moves to-dos to the other section and returns them once the change is durable.
    ///
    /// Throws `ToDoError.notFound` before any change.
    public func execute(_ numbers: [Int], isDone: Bool) async throws -> [ToDo] {
        try await toDos.setDone(isDone, of: numbers, allowing: listener.filter)
    }
}
