/// An error about one to-do.
public enum ToDoError: Error, Equatable, Sendable {
    case notFound(Int)
    /// A to-do needs a title.
    case blankTitle
}
