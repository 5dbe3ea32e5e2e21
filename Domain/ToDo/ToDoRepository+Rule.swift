extension ToDoRepository {
    /// Adds one entry, and answers what became of it.
    func add(_ entry: ToDoEntry) async throws -> ToDoAddition {
        try await add([entry])[0]
    }

    /// The to-do with a number, without a subject that the listener may not have.
    ///
    /// Throws `LibraryError.noSuchToDo`.
    func toDo(_ number: Int, allowedBy listener: Listener) async throws -> ToDo {
        guard let toDo = try await toDo(number, allowing: listener.filter) else {
            throw LibraryError.noSuchToDo(number)
        }
        return toDo
    }
}
