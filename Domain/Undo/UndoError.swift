/// An error of undoing changes.
public enum UndoError: Error, Equatable, Sendable {
    case nothingToUndo
}
