/// An error of taking back changes.
public enum UndoError: Error, Equatable, Sendable {
    case nothingToUndo
}
