public import FermataDomain
public import Foundation

/// Provides the list of to-dos in its two sections, and its detail and input screens.
public struct ToDoListDataSource: Sendable {
    private let getToDos: GetToDosUsecase
    private let addToDo: AddToDoUsecase
    private let editToDo: EditToDoUsecase
    private let setToDoDone: SetToDoDoneUsecase
    private let removeToDo: RemoveToDoUsecase
    public let dateStyle: DateStyle
    private let audience: ProblemModel.Audience
    private let now: @Sendable () -> Date

    /// `audience` are the readers of the messages.
    public init(
        getToDos: GetToDosUsecase, addToDo: AddToDoUsecase, editToDo: EditToDoUsecase, setToDoDone: SetToDoDoneUsecase,
        removeToDo: RemoveToDoUsecase,
        style: DateStyle, audience: ProblemModel.Audience, now: @escaping @Sendable () -> Date
    ) {
        self.getToDos = getToDos
        self.addToDo = addToDo
        self.editToDo = editToDo
        self.setToDoDone = setToDoDone
        self.removeToDo = removeToDo
        dateStyle = style
        self.audience = audience
        self.now = now
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
    public var input: ToDoInputModel { ToDoInputModel(style: dateStyle, today: today) }

    /// Adds the to-do of an input. Throws `ToDoInputProblem` before any lookup or change.
    public func add(_ input: ToDoInputModel, about subject: ToDoSubject? = nil) async throws -> AddedToDoModel {
        AddedToDoModel(
            try await addToDo.execute(try input.draft(about: subject)), style: dateStyle, for: audience)
    }

    /// An input screen with the values of a to-do. Throws `ToDoError.notFound`.
    public func input(of number: Int) async throws -> ToDoInputModel {
        ToDoInputModel(editing: try await getToDos.find(number).toDo, style: dateStyle, today: today)
    }

    /// An input screen with the values of the to-do of a detail screen.
    public func input(editing detail: ToDoDetailModel) -> ToDoInputModel {
        ToDoInputModel(editing: detail.row.toDo, style: dateStyle, today: today)
    }

    /// Saves the changed values of a to-do, and its subject if it is given.
    ///
    /// Throws `ToDoInputProblem` before any lookup or change, or `ToDoError.notFound`.
    public func edit(
        _ number: Int, _ input: ToDoInputModel, about subject: ToDoSubject?? = nil
    ) async throws -> EditedToDoModel {
        EditedToDoModel(
            try await editToDo.execute(number, try input.edit(about: subject)), style: dateStyle, for: audience)
    }

    /// Checks or unchecks to-dos and returns the changed rows. Throws `ToDoError.notFound`.
    public func setDone(_ isDone: Bool, of numbers: [Int]) async throws -> [ToDoCellModel] {
        try await setToDoDone.execute(numbers, isDone: isDone).map { ToDoCellModel($0, style: dateStyle) }
    }

    /// Removes rows. Throws `ToDoError.notFound`.
    public func remove(_ numbers: [Int]) async throws {
        try await removeToDo.execute(numbers)
    }

    private var today: Day? { dateStyle.day(of: now()) }
}
