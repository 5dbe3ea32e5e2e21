public import FermataDomain

/// Provides the list of to-dos in its two sections, and its detail and input screens.
public struct ToDoListDataSource: Sendable {
    private let getToDos: GetToDosUsecase
    private let addToDo: AddToDoUsecase
    private let checkToDo: CheckToDoUsecase
    private let removeToDo: RemoveToDoUsecase
    public let dateStyle: DateStyle

    public init(
        getToDos: GetToDosUsecase, addToDo: AddToDoUsecase, checkToDo: CheckToDoUsecase, removeToDo: RemoveToDoUsecase,
        style: DateStyle
    ) {
        self.getToDos = getToDos
        self.addToDo = addToDo
        self.checkToDo = checkToDo
        self.removeToDo = removeToDo
        dateStyle = style
    }

    /// Returns the window of a query in batches of rows: To-do first, then Done.
    public func batches(of query: ToDoQuery) -> any AsyncSequence<[ToDoCellModel], any Error> & Sendable {
        getToDos.batches(of: query).rows { [dateStyle] in ToDoCellModel($0, style: dateStyle) }
    }

    /// The number of rows of a section.
    public func count(_ section: ToDoSection) async throws -> Int {
        try await getToDos.count(section)
    }

    /// The detail screen of a to-do. Throws `ToDoError.notFound`.
    public func detail(_ number: Int) async throws -> ToDoDetailModel {
        ToDoDetailModel(try await getToDos.find(number), style: dateStyle)
    }

    /// An empty input screen.
    public var input: ToDoInputModel { ToDoInputModel(style: dateStyle) }

    /// Adds what was typed. Throws `ToDoInputProblem` before anything is asked or changed.
    public func add(_ input: ToDoInputModel, about subject: ToDoSubject? = nil) async throws -> AddedToDoModel {
        AddedToDoModel(try await addToDo.execute(try input.draft(about: subject)), style: dateStyle)
    }

    /// Checks or unchecks to-dos and returns the changed rows. Throws `ToDoError.notFound`.
    public func setDone(_ isDone: Bool, of numbers: [Int]) async throws -> [ToDoCellModel] {
        try await checkToDo.execute(numbers, isDone: isDone).map { ToDoCellModel($0, style: dateStyle) }
    }

    /// Removes rows. Throws `ToDoError.notFound`.
    public func remove(_ numbers: [Int]) async throws {
        try await removeToDo.execute(numbers)
    }
}
