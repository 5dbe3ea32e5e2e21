public import Foundation

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

/// The order of to-dos within a section.
public enum ToDoOrder: Equatable, Sendable {
    /// The order in which they were added to the section.
    case list
    /// By date and time as clocks in a time zone show them; a day comes before its times, and the undated come last.
    case date(in: TimeZone)
}

/// A request for to-dos of one section, or of both with the open ones first.
public struct ToDoQuery: Equatable, Sendable {
    public var section: ToDoSection?
    public var order: ToDoOrder
    /// Whether each section is in reverse order; undated to-dos stay last, and equal dates stay in the list's order.
    public var isReversed: Bool
    public var window: Window

    public init(
        section: ToDoSection? = nil, order: ToDoOrder = .list, isReversed: Bool = false, window: Window = .all
    ) {
        self.section = section
        self.order = order
        self.isReversed = isReversed
        self.window = window
    }
}
