extension UndoableChangeCellModel {
    package static let table = TableModel<UndoableChangeCellModel>(
        [
            .init("Made", .fixed(15), priority: 1, isDim: true) { .plain($0.ageText) },
            .init("Change", .share(1), priority: 2) { .paragraph($0.text) },
        ], emptyText: EmptyListText("There is nothing to undo."))
}
