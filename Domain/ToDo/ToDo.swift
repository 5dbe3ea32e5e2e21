/// A numbered item of the list of to-dos.
public struct ToDo: Equatable, Sendable, Identifiable {
    /// Identifies the to-do for people; numbers increase and are never reused.
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

/// A request for to-dos of one section, or of both with the open ones first.
public struct ToDoQuery: Equatable, Sendable {
    public var section: ToDoSection?
    public var window: Window

    public init(section: ToDoSection? = nil, window: Window = .all) {
        self.section = section
        self.window = window
    }
}
