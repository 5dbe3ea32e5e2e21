/// Writes the to-dos into a document, without those about music or artists that the listener may not see.
public struct ExportToDosUsecase: Sendable {
    private let toDos: any ToDoRepository
    private let listener: Listener

    public init(toDos: any ToDoRepository, listener: Listener) {
        self.toDos = toDos
        self.listener = listener
    }

    /// Writes both sections, each in its order. Throws `ToDoDocumentError`.
    public func execute(into document: any ToDoDocument) async throws {
        try await document.write(toDos.batches(of: ToDoQuery(), allowing: listener.filter))
    }
}
