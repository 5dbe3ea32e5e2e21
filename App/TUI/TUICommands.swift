import FermataDomain
import FermataPresentation

/// Changes the library for the browser: each answer comes once the change is durable.
struct TUICommands: Sendable {
    private let app: Composition
    private let toDos: LazyToDos

    init(_ app: Composition, toDos: LazyToDos) {
        self.app = app
        self.toDos = toDos
    }

    /// An input screen with nothing typed yet.
    var input: ToDoInputModel { toDos.value.input }

    func setBookmark(_ isBookmarked: Bool, of row: MusicCellModel) async throws -> MusicCellModel {
        try app.watch.checkLibrary()
        return try await app.stored.setBookmark(isBookmarked, of: row)
    }

    func setDone(_ isDone: Bool, ofToDo number: Int) async throws -> ToDoCellModel {
        try app.watch.checkLibrary()
        guard let row = try await toDos.value.setDone(isDone, of: [number]).first else {
            throw ToDoError.notFound(number)
        }
        return row
    }

    func removeToDo(_ number: Int) async throws {
        try app.watch.checkLibrary()
        try await toDos.value.remove([number])
    }

    func add(_ input: ToDoInputModel, about subject: ToDoSubject?) async throws -> AddedToDoModel {
        try app.watch.checkLibrary()
        return try await toDos.value.add(input, about: subject)
    }
}
