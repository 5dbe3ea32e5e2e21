public import FermataDomain

extension UndoError: ProblemConvertible {
    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        switch self {
        case .nothingToUndo:
            ProblemModel(
                .notFound, "There is nothing to undo.",
                hint: "The last \(UndoableChange.limit) changes of bookmarks and to-dos can be undone.")
        }
    }
}
