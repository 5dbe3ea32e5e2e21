extension ToDoRepository {
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
