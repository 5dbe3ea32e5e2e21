/// The list of to-dos of the library.
public protocol ToDoRepository: Sendable {
    /// Returns the window of a query in batches, all read from one state of the list.
    ///
    /// Each section is in the order of the query. A restricting filter excludes to-dos about music or an artist if it
    /// allows nothing of that in the library. Every method treats an excluded to-do as one that does not exist.
    ///
    /// Each iteration starts a new read, at most two batches ahead of its consumer. Cancelling its task or dropping its
    /// iterator ends the read.
    func batches(
        of query: ToDoQuery, allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ToDo], any Error> & Sendable

    /// Returns the number of to-dos in a section.
    func count(_ section: ToDoSection, allowing filter: ExplicitFilter) async throws -> Int

    /// Returns the to-do with a number, or nil.
    func toDo(_ number: Int, allowing filter: ExplicitFilter) async throws -> ToDo?

    /// Adds entries to the ends of their sections, all or none, and returns the result of each.
    ///
    /// Does not add an entry that exists in either section, but enriches the existing item as
    /// `ToDoItem.merging(_:)` does. The additions can be undone if `isUndoable`; see `UndoRepository`.
    func add(_ entries: [ToDoEntry], isUndoable: Bool) async throws -> [ToDoAddition]

    /// Moves to-dos to the end of the other section, all or none, and returns them in the order of the numbers.
    ///
    /// A to-do that is already in the section keeps its position. Throws `ToDoError.notFound`.
    @discardableResult
    func setDone(_ isDone: Bool, of numbers: [Int], allowing filter: ExplicitFilter) async throws -> [ToDo]

    /// Changes the item of a to-do, which keeps its number, section and position, and returns the to-do.
    ///
    /// Throws `ToDoError.notFound`.
    func update(
        _ number: Int, allowing filter: ExplicitFilter, _ change: @escaping @Sendable (inout ToDoItem) -> Void
    ) async throws -> ToDo

    /// Removes to-dos, all or none. Throws `ToDoError.notFound`.
    func remove(_ numbers: [Int], allowing filter: ExplicitFilter) async throws
}

/// An item to add to a section.
public struct ToDoEntry: Equatable, Sendable {
    public var item: ToDoItem
    public var isDone: Bool
    /// Why the item lacks values that its document has.
    public var unreadable: [RecordError]

    public init(item: ToDoItem, isDone: Bool = false, unreadable: [RecordError] = []) {
        self.item = item
        self.isDone = isDone
        self.unreadable = unreadable
    }
}

/// The result of adding an entry.
public struct ToDoAddition: Equatable, Sendable {
    /// The outcome for the entry.
    public enum Kind: Equatable, Sendable {
        case added
        case existing
        /// The existing to-do received a missing address or coordinate.
        case enriched
    }

    public var kind: Kind
    /// The stored to-do.
    public var toDo: ToDo

    public init(_ kind: Kind, _ toDo: ToDo) {
        self.kind = kind
        self.toDo = toDo
    }
}
