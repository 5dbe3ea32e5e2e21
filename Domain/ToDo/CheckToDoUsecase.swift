/// Checks to-dos off, or unchecks them.
public struct CheckToDoUsecase: Sendable {
    private let toDos: any ToDoRepository
    private let listener: Listener

    public init(toDos: any ToDoRepository, listener: Listener) {
        self.toDos = toDos
        self.listener = listener
    }

    /// Moves to-dos across and answers, once that is durable, with the state that now holds.
    ///
    /// Throws `ToDoError.notFound` before anything is changed.
    public func execute(_ numbers: [Int], isDone: Bool) async throws -> [ToDo] {
        try await toDos.setDone(isDone, of: numbers, allowing: listener.filter)
    }
}
