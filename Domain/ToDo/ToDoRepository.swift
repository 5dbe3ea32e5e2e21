/// The list of to-dos of the library.
public protocol ToDoRepository: Sendable {
    /// Returns the window of a query in batches, all read from one state of the list.
    ///
    /// Each section is in the order in which its to-dos came to it. Music that the filter does not allow, or of which
    /// nothing is known where not all is allowed, is left out of its to-do; so is an artist who has music in the
    /// library, but none that is allowed.
    /// Each iteration reads anew, at most two batches ahead of its consumer. It ends the read when its task is
    /// cancelled or its iterator is dropped.
    func batches(
        of query: ToDoQuery, allowing filter: ExplicitFilter
    ) -> any AsyncSequence<[ToDo], any Error> & Sendable

    /// How many to-dos a section has.
    func count(_ section: ToDoSection) async throws -> Int

    /// The to-do with a number, if there is one; its subject is left out as in `batches(of:allowing:)`.
    func toDo(_ number: Int, allowing filter: ExplicitFilter) async throws -> ToDo?

    /// Adds entries at the ends of their sections, all or none, and answers what became of each.
    ///
    /// One that is there already, in whatever section, is not added; what it says of a place’s coordinate that was
    /// not known completes it.
    func add(_ entries: [ToDoEntry]) async throws -> [ToDoAddition]

    /// Moves to-dos across, all or none, each to the end of the section, and answers them.
    ///
    /// They are moved and answered in the order of the numbers; one that is there already stays where it stands.
    /// Subjects are left out as in `batches(of:allowing:)`. Throws `ToDoError.notFound`.
    @discardableResult
    func setDone(_ isDone: Bool, of numbers: [Int], allowing filter: ExplicitFilter) async throws -> [ToDo]

    /// Removes to-dos, all or none. Throws `ToDoError.notFound`.
    func remove(_ numbers: [Int]) async throws
}

/// An item to be added to a section.
public struct ToDoEntry: Equatable, Sendable {
    public var item: ToDoItem
    public var isDone: Bool

    public init(item: ToDoItem, isDone: Bool = false) {
        self.item = item
        self.isDone = isDone
    }
}

/// What became of an entry that was to be added.
public struct ToDoAddition: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        case added
        case alreadyThere
        /// It was there without its coordinate, and has one now.
        case completed
    }

    public var kind: Kind
    /// The to-do as it stands now.
    public var toDo: ToDo

    public init(_ kind: Kind, _ toDo: ToDo) {
        self.kind = kind
        self.toDo = toDo
    }
}
