public import FermataDomain
public import Foundation

/// Provides the list of changes that can be undone, and undoes the last one.
public struct UndoDataSource: Sendable {
    private let getChanges: GetUndoableChangesUsecase
    private let undo: UndoUsecase
    private let now: @Sendable () -> Date

    public init(getChanges: GetUndoableChangesUsecase, undo: UndoUsecase, now: @escaping @Sendable () -> Date) {
        self.getChanges = getChanges
        self.undo = undo
        self.now = now
    }

    /// The changes, the last one first.
    public func changes() async throws -> [UndoableChangeCellModel] {
        let now = now()
        return try await getChanges.execute().map { UndoableChangeCellModel($0, now: now) }
    }

    /// Undoes the last change and returns it once this is durable. Throws `UndoError.nothingToUndo`.
    public func undoLast() async throws -> UndoableChangeCellModel {
        UndoableChangeCellModel(try await undo.execute(), now: now())
    }
}
