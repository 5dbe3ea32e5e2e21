/// Lists and undoes the last changes that a person made to the library.
///
/// A repository of bookmarks or to-dos stores each change in the transaction that makes it. In every method, a change
/// does not exist if the filter hides one of its songs or to-dos, or if one of its songs has left the library.
public protocol UndoRepository: Sendable {
    /// Returns the stored changes, the last one first; at most `limit`.
    func changes(allowing filter: ExplicitFilter, limit: Int) async throws -> [UndoableChange]

    /// Restores the state before the last change, removes the change, and returns it once this is durable.
    ///
    /// Returns nil if there is no change.
    func undoLast(allowing filter: ExplicitFilter) async throws -> UndoableChange?
}
