/// An item on the list of to-dos.
public struct ToDo: Equatable, Sendable, Identifiable {
    /// What people call it by: given once, counted upwards, and never given to another.
    public let number: Int
    public var item: ToDoItem
    public var isDone: Bool

    public init(number: Int, item: ToDoItem, isDone: Bool = false) {
        self.number = number
        self.item = item
        self.isDone = isDone
    }

    public var id: Int { number }
}

/// A section of the list of to-dos.
public enum ToDoSection: Hashable, Sendable, CaseIterable {
    case toDo, done
}

/// Which to-dos are asked for: of one section or of both, those to do before those that are done.
public struct ToDoQuery: Equatable, Sendable {
    public var section: ToDoSection?
    public var window: Window

    public init(section: ToDoSection? = nil, window: Window = .all) {
        self.section = section
        self.window = window
    }
}
